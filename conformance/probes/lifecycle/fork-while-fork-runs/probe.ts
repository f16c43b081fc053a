// The first command ends when it is told so, after the second fork is gone. Its patience matters only where they wait for each other.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const running = shell(one, 'n=0; until [ -e go ]; do [ $n -gt 120 ] && exit 9; sleep 0.03; n=$((n+1)); done; exit 3')
  const two = await fork()
  const other = await shell(two, 'exit 4')
  await two.discard()
  await one.put([{ path: `${one.policy.workspace}/go`, bytes: new Uint8Array(), mode: 0o644, owner: 'agent' }])
  const first = await running
  return holdsIf(first.exitCode === 3 && other.exitCode === 4, `the command that ran all the while: ${endOf(first)}; the one in a fork beside it: ${endOf(other)}`)
})
