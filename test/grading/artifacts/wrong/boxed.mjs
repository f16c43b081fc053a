// Returns a boxed number, and an object that turns into one.
export const add = (a, b) => Object(a + b)
export const mul = (a, b) => ({ valueOf: () => a * b, toString: () => String(a * b), [Symbol.toPrimitive]: () => a * b })
