// Three generations, each ignoring TERM and in a session of its own, say their pids; another command looks for them afterwards.
import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const LOOK = `n=0; while [ $n -lt 40 ]; do
  alive=; for p in $(cat pids); do grep -q "^State:[[:space:]]*[^ZX]" /proc/$p/status 2>/dev/null && alive="$alive $p"; done
  [ -z "$alive" ] && break; sleep 0.02; n=$((n+1))
done; echo $alive`

export default defineProbe(async ({ fork, shell, run }) => {
  const one = await fork()
  for (const wallSeconds of [0.6, 5]) {
    const { timedOut } = await run(one, 'generations.py', { wallSeconds })
    if (textOf((await shell(one, 'cat pids')).stdout).trim().split(/\s+/).length < 3) continue
    const alive = textOf((await shell(one, LOOK)).stdout).trim()
    return holdsIf(timedOut && alive === '', alive === '' ? 'three generations were gone after the time-out' : `alive after the time-out: ${alive.split(' ').length} of three generations`)
  }
  return unverified('the command did not start its children within 5 s')
})
