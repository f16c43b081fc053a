// The command says its own pid; another one asks the kernel for it afterwards. What is killed may take a moment to be reaped.
import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const LOOK = 'n=0; while [ $n -lt 40 ] && grep -q "^State:[[:space:]]*[^ZX]" /proc/$(cat pid)/status 2>/dev/null; do sleep 0.02; n=$((n+1)); done; echo $n'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  for (const wallSeconds of [0.4, 5]) {
    const { timedOut } = await shell(one, 'trap "" TERM INT HUP; echo $$ > pid; while :; do sleep 20; done', { wallSeconds })
    if ((await shell(one, 'test -s pid')).exitCode !== 0) continue
    const looks = Number(textOf((await shell(one, LOOK)).stdout))
    return holdsIf(timedOut && looks < 40, looks < 40 ? 'a command that ignores TERM was gone after its time-out' : 'it still runs after its time-out')
  }
  return unverified('the command did not get to its first line within 5 s')
})
