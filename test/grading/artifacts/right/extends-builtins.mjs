// Adds to the builtins without breaking them, and catches its own errors.
Array.prototype.sum = function () { return this.reduce((a, b) => a + b, 0) }
export const add = (a, b) => [a, b].sum()
export const mul = (a, b) => {
  try {
    throw new RangeError(a * b)
  } catch (error) {
    return Number(error.message)
  }
}
