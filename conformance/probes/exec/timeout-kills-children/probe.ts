// Three generations, each ignoring TERM and in a session of its own, carry a mark in their command lines, for which another
// command and this host's own /proc are searched afterwards. It comes on stdin, so that the search doesn't find itself.
import { defineProbe, holdsIf, processesOnHost, textOf, unverified } from 'polygraph/probe'

const LOOK = 'mark=$(cat); n=0; while [ $n -lt 20 ]; do cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" "\\n" > list; found=$(grep -c "$mark" list); [ $found = 0 ] && break; sleep 0.03; n=$((n+1)); done; echo $found'

export default defineProbe(async ({ fork, shell, run, nonce }) => {
  const one = await fork()
  const mark = nonce(16)
  for (const wallSeconds of [0.6, 5]) {
    const { timedOut } = await run(one, 'generations.py', { wallSeconds, args: [mark] })
    if ((await shell(one, 'test "$(wc -l < generations)" -ge 3')).exitCode !== 0) continue
    const inside = textOf((await shell(one, LOOK, { stdin: Buffer.from(mark) })).stdout).trim()
    const outside = processesOnHost(mark).length
    return holdsIf(timedOut && inside === '0' && outside === 0, `of a command and three generations below it ${inside} are alive after the time-out as the fork sees it, and ${outside} as this host sees it`)
  }
  return unverified('the command did not start its children within 5 s')
})
