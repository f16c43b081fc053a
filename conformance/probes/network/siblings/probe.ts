import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// One fork listens on its loopback and on an abstract socket. It reaches itself, so that there is something to reach.
export default defineProbe(async ({ fork, run, nonce }) => {
  const name = `probe-${nonce()}`
  const [one, other] = [await fork(), await fork()]
  const port = textOf((await run(one, 'listen.py', { args: [name] })).stdout).trim()
  const reach = async (from: typeof one): Promise<string> => textOf((await run(from, 'connect.py', { args: [name, port] })).stdout).trim()
  const [itself, sibling] = [await reach(one), await reach(other)]
  if (itself !== 'TCP and abstract') return unverified(`a fork reaches of its own listeners: ${itself}`)
  return holdsIf(sibling === 'neither', `two listeners of a fork: its sibling reaches ${sibling}`)
})
