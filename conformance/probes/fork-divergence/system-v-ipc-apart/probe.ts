import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// One fork makes them under a key, another looks them up.
export default defineProbe(async ({ fork, run, nonce }) => {
  const key = String(0x50000000 + Number.parseInt(nonce(3), 16))
  const [one, other] = [await fork(), await fork()]
  try {
    const made = textOf((await run(one, 'system-v.py', { args: ['make', key] })).stdout).trim()
    if (made !== 'found: shared memory, a message queue, a semaphore') return unverified('not all of them can be made here')
    const own = textOf((await run(one, 'system-v.py', { args: ['find', key] })).stdout).trim()
    const seen = textOf((await run(other, 'system-v.py', { args: ['find', key] })).stdout).trim()
    return holdsIf(seen === 'found: nothing', `by the next command of the fork that made them ${own}; in another fork ${seen}`)
  } finally {
    await run(one, 'system-v.py', { args: ['remove', key] })
  }
})
