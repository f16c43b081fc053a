import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// A segment and a queue stay after the process that made them; a verifier that uses the same key would meet them.
export default defineProbe(async ({ fork, run, seal, nonce }) => {
  const key = String(0x50000000 + Number.parseInt(nonce(3), 16))
  const one = await fork()
  const made = textOf((await run(one, 'ipc.py', { args: ['make', key] })).stdout).trim()
  if (made !== 'found: shared memory and a message queue') return unverified('neither can be made here')
  const find = async (where: typeof one): Promise<string> => textOf((await run(where, 'ipc.py', { args: ['find', key] })).stdout).trim()
  const before = await find(one)
  const sealed = await fork(await seal(one))
  const after = await find(sealed)
  if (after !== 'found: nothing') await run(sealed, 'ipc.py', { args: ['remove', key] })
  return holdsIf(after === 'found: nothing', `made by one command; by the next ${before}; in a fork of the sealed state ${after}`)
})
