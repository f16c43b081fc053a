import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

/** Seconds by which a machine that is set by a time server may be off. */
const SLACK = 5

// A restored machine starts with the time of its snapshot. Python is asked as anybody would, not isolated.
export default defineProbe(async ({ fork, exec, seal }) => {
  const ask = ['python3', '-c', 'import subprocess, time; print(time.time()); print(subprocess.run(["date", "+%s.%N"], capture_output=True, text=True).stdout)']
  const first = await fork()
  const off: number[] = []
  for (const look of [async () => first, async () => fork(await seal(first))]) {
    const one = await look()
    const from = Date.now() / 1000
    const execution = await exec(one, ask)
    const to = Date.now() / 1000
    const times = textOf(execution.stdout).trim().split('\n').map(Number)
    if (execution.exitCode !== 0 || times.length !== 2 || times.some(Number.isNaN)) return unverified(`no time was told: ${endOf(execution)}`)
    off.push(...times.map((time) => Math.max(from - time, time - to, 0)))
  }
  return holdsIf(off.every((seconds) => seconds <= SLACK), `off by at most ${Math.max(...off).toFixed(1)} s, by Python and by date, in a fork of the start and in one of its sealed state`)
})
