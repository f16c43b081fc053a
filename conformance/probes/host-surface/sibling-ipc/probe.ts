import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// One fork makes a shared segment and a queue under a key, another looks both up.
export default defineProbe(async ({ fork, run, nonce }) => {
  const key = String(0x50000000 + Number.parseInt(nonce(3), 16))
  const [one, other] = [await fork(), await fork()]
  try {
    const made = textOf((await run(one, 'ipc.py', { args: ['make', key] })).stdout).trim()
    if (made !== 'found: shared memory and a message queue') return unverified('neither can be made here')
    const own = textOf((await run(one, 'ipc.py', { args: ['find', key] })).stdout).trim()
    const seen = textOf((await run(other, 'ipc.py', { args: ['find', key] })).stdout).trim()
    return holdsIf(seen === 'found: nothing', `by the next command of the fork that made them ${own}; in another fork ${seen}`)
  } finally {
    await run(one, 'ipc.py', { args: ['remove', key] })
  }
})
