import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// Whether what a command leaves behind outlives it at all is told beside it.
export default defineProbe(async ({ fork, run, seal, nonce }) => {
  const name = `probe-${nonce()}`
  const one = await fork()
  const port = textOf((await run(one, 'listen.py', { args: [name] })).stdout).trim()
  const reach = async (from: typeof one): Promise<string> => textOf((await run(from, 'reach-listeners.py', { args: [name, port] })).stdout).trim()
  if (!/^\d+$/.test(port)) return unverified('a fork could not listen')
  const before = await reach(one)
  const after = await reach(await fork(await seal(one)))
  return holdsIf(after === 'neither', `two listeners that a command left behind; reached before the seal: ${before}, after it: ${after}`)
})
