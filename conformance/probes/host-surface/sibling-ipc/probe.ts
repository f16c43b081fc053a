import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// One fork makes a shared segment and a queue under a key, another looks both up; the first sees them, so there is something to see.
export default defineProbe(async ({ fork, run, nonce }) => {
  const key = String(0x50000000 + Number.parseInt(nonce(3), 16))
  const [one, other] = [await fork(), await fork()]
  try {
    await run(one, 'ipc.py', { args: ['make', key] })
    const own = textOf((await run(one, 'ipc.py', { args: ['find', key] })).stdout).trim()
    if (own === 'found: nothing') return unverified('a fork does not find what it made itself')
    const seen = textOf((await run(other, 'ipc.py', { args: ['find', key] })).stdout).trim()
    return holdsIf(seen === 'found: nothing', `in the fork that made them: ${own}; in another: ${seen}`)
  } finally {
    await run(one, 'ipc.py', { args: ['remove', key] })
  }
})
