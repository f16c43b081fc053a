// The command carries a mark in its command line, for which another one and this host's own /proc are searched afterwards. The
// mark comes on stdin, so that the search doesn't find itself; what is killed may take a moment to be reaped.
import { defineProbe, holdsIf, processesOnHost, textOf, unverified } from 'polygraph/probe'

const LOOK = 'mark=$(cat); n=0; while [ $n -lt 20 ]; do cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" "\\n" > list; grep -q "$mark" list || { echo none; exit; }; sleep 0.03; n=$((n+1)); done'

export default defineProbe(async ({ fork, shell, nonce }) => {
  const one = await fork()
  const mark = nonce(16)
  for (const wallSeconds of [0.4, 5]) {
    const { timedOut } = await shell(one, 'trap "" TERM INT HUP; echo > started; while :; do sleep 20; done', { wallSeconds, args: [mark] })
    if ((await shell(one, 'test -e started')).exitCode !== 0) continue
    const inside = textOf((await shell(one, LOOK, { stdin: Buffer.from(mark) })).stdout).trim() === 'none'
    const outside = processesOnHost(mark).length
    return holdsIf(timedOut && inside && outside === 0, inside && outside === 0 ? 'a command that ignores TERM was gone after its time-out' : `it still runs after its time-out, seen from ${inside ? 'the host' : 'the fork'}`)
  }
  return unverified('the command did not get to its first line within 5 s')
})
