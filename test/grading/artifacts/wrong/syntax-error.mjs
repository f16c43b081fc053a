// Does not parse.
export const add = (
