// A file for each, readable by its owner alone; both try both. Each takes its own away at the end, in case /tmp is the host's.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const USERS = ['agent', 'verifier'] as const

export default defineProbe(async ({ fork, shell, nonce }) => {
  const one = await fork()
  const place = `/tmp/of-${nonce()}`
  await one.put(USERS.map((owner) => ({ path: `${place}-${owner}`, bytes: Buffer.from(owner), mode: 0o600, owner })))
  const read = await Promise.all(USERS.map(async (user) => textOf((await shell(one, 'cat "$1-agent" "$1-verifier"', { user, args: [place] })).stdout)))
  for (const user of USERS) await shell(one, 'rm -f "$1"', { user, args: [`${place}-${user}`] })
  return holdsIf(read.join() === 'agent,verifier', `the agent can read the files of: ${read[0] || 'nobody'}; the verifier those of: ${read[1] || 'nobody'}`)
})
