// Throws what is no error, and what has no class.
export const add = () => { throw 5 }
export const mul = () => { throw Object.create(null) }
