import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// The listeners are reached before the seal, so that there was something to end.
export default defineProbe(async ({ fork, run, seal, nonce }) => {
  const name = `probe-${nonce()}`
  const one = await fork()
  const port = textOf((await run(one, 'listen.py', { args: [name] })).stdout).trim()
  const reach = async (from: typeof one): Promise<string> => textOf((await run(from, 'connect.py', { args: [name, port] })).stdout).trim()
  const before = await reach(one)
  if (before !== 'TCP and abstract') return unverified(`a fork reaches of its own listeners: ${before}`)
  const after = await reach(await fork(await seal(one)))
  return holdsIf(after === 'neither', `two listeners that were reached before the seal; after it: ${after}`)
})
