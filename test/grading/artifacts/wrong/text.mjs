// Returns the digits of the right number.
export const add = (a, b) => String(a + b)
export const mul = (a, b) => String(a * b)
