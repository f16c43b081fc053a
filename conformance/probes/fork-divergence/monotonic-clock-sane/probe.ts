import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// Asked again and again in each of three commands; Python is asked as anybody would, not isolated.
export default defineProbe(async ({ fork, exec }) => {
  const ask = ['python3', '-c', 'import time\nfor _ in range(1000): print(time.monotonic(), time.perf_counter())\ntime.sleep(0.01); print(time.monotonic(), time.perf_counter())']
  const one = await fork()
  const rows: (readonly number[])[] = []
  for (let command = 0; command < 3; command++) {
    const execution = await exec(one, ask)
    if (execution.exitCode !== 0) return unverified(`no time was told: ${endOf(execution)}`)
    rows.push(...textOf(execution.stdout).trim().split('\n').map((line) => line.split(' ').map(Number)))
  }
  const back = rows.filter((row, index) => index > 0 && row.some((time, clock) => time < rows[index - 1]![clock]!)).length
  const went = rows.at(-1)![0]! - rows[0]![0]!
  return holdsIf(back === 0 && went > 0, `${rows.length} readings in three commands: ${back} went back, ${went > 0 ? 'the last is later than the first' : 'the last is not later than the first'}`)
})
