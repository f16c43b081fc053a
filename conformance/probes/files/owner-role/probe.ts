// A file for each, readable by its owner alone; both try both.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, nonce }) => {
  const one = await fork()
  const place = `/tmp/of-${nonce()}`
  await one.put((['agent', 'verifier'] as const).map((owner) => ({ path: `${place}-${owner}`, bytes: Buffer.from(owner), mode: 0o600, owner })))
  const read = await Promise.all((['agent', 'verifier'] as const).map(async (user) => textOf((await shell(one, 'cat "$1-agent" "$1-verifier"', { user, args: [place] })).stdout)))
  return holdsIf(read.join() === 'agent,verifier', `the agent can read the files of: ${read[0] || 'nobody'}; the verifier those of: ${read[1] || 'nobody'}`)
})
