// What stands still handles no signal but KILL. The mark in the command line shows it in this host's own /proc.
import { defineProbe, holdsIf, processesOnHost, unverified } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, seal, shell, nonce }) => {
  const mark = nonce(16)
  const one = await fork(await prepare())
  await shell(one, `for n in 1 2 3; do setsid /bin/sh -c 'kill -STOP $$; sleep 20' "$1" > /dev/null 2>&1 & done; n=0; until [ $(grep -l "^State:.*T" /proc/[0-9]*/status 2>/dev/null | wc -l) -ge 3 ] || [ $n -gt 100 ]; do sleep 0.02; n=$((n+1)); done`, { args: [mark] })
  const before = processesOnHost(mark).length
  await seal(one)
  const after = processesOnHost(mark).length
  return before === 0 ? unverified('this host does not see the processes of its forks') : holdsIf(after === 0, `of ${before} stopped processes on this host ${after} outlived the seal`)
})
