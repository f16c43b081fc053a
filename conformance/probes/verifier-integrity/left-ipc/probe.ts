import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// A verifier that uses the same key would meet them.
export default defineProbe(async ({ fork, run, seal, nonce }) => {
  const key = String(0x50000000 + Number.parseInt(nonce(3), 16))
  const one = await fork()
  const made = textOf((await run(one, 'system-v.py', { args: ['make', key] })).stdout).trim()
  if (made !== 'found: shared memory, a message queue, a semaphore') return unverified('not all of them can be made here')
  const find = async (where: typeof one): Promise<string> => textOf((await run(where, 'system-v.py', { args: ['find', key] })).stdout).trim()
  const before = await find(one)
  const sealed = await fork(await seal(one))
  const after = await find(sealed)
  if (after !== 'found: nothing') await run(sealed, 'system-v.py', { args: ['remove', key] })
  return holdsIf(after === 'found: nothing', `made by one command; by the next ${before}; in a fork of the sealed state ${after}`)
})
