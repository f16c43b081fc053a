// Prints what looks like a summary and keeps the event loop alive.
console.log('0 passed, 6 failed')
console.error('not ok 1')
setInterval(() => {}, 1000)
export function add(a, b) {
  console.log('adding', a, b)
  return a + b
}
export const mul = async (a, b) => a * b
