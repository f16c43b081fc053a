// Returns a bigint where a number is wanted.
export const add = (a, b) => BigInt(a) + BigInt(b)
export const mul = (a, b) => BigInt(a) * BigInt(b)
