import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// What is being ended may take a moment; a zombie (Z) is over.
const LEFT = 'tries=0; while n=$(cat /proc/[0-9]*/stat 2>/dev/null | grep "(bomb)" | grep -cv ") Z "); test "$n" -gt 0 && test $tries -lt 50; do tries=$((tries + 1)); sleep 0.02; done; echo $n'

// Every process starts others; there are 96 tokens, so that it is bounded where nothing else bounds it.
export default defineProbe(async ({ fork, run, shell }) => {
  const one = await fork()
  let [timedOut, started] = [false, 0]
  // Where a fork is slow, the bomb needs longer to begin.
  for (const wallSeconds of [0.6, 6]) {
    if (started > 0) break
    timedOut = (await run(one, 'bomb.py', { wallSeconds })).timedOut
    started = Number(textOf((await shell(one, 'wc -c < started || echo 0')).stdout))
  }
  const left = Number(textOf((await shell(one, LEFT)).stdout))
  return holdsIf(timedOut && started > 0 && started <= 32 && left === 0, `${started} of 96 processes came to be under a limit of 32; after the time-out ${left} were left, and the fork served on`)
})
