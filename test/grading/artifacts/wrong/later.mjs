// Leaves timers, rejections and listeners behind that end the process with 0.
setTimeout(() => process.reallyExit(0), 0)
process.on('exit', () => process.reallyExit(0))
Promise.reject(new Error('unhandled'))
await new Promise((done) => setTimeout(done, 50))

export const add = (a, b) => a - b
export const mul = (a, b) => a + b
