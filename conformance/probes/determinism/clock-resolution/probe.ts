import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// The smallest step that is seen, of as many readings as it takes to see ten. A coarse clock makes every short test last 0 s.
const STEPS = `import time
for name in ("time", "monotonic", "perf_counter"):
    clock, last, steps = getattr(time, name), getattr(time, name)(), []
    for _ in range(2_000_000):
        now = clock()
        if now != last: steps.append(abs(now - last)); last = now
        if len(steps) == 10: break
    print(name, min(steps, default=9))`

export default defineProbe(async ({ fork, exec }) => {
  const execution = await exec(await fork(), ['python3', '-c', STEPS])
  if (execution.exitCode !== 0) return unverified(endOf(execution))
  const steps = textOf(execution.stdout).trim().split('\n').map((line) => Number(line.split(' ')[1]))
  return holdsIf(steps.length === 3 && steps.every((step) => step < 0.001), `smallest steps of the wall, monotonic and performance clock: ${steps.map((step) => step >= 9 ? 'none seen' : `${(step * 1e6).toFixed(1)} µs`).join(', ')}`)
})
