import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, run }) => {
  const [one, other] = [await fork(), await fork()]
  const left = Number(textOf((await run(one, 'leave-processes.py')).stdout))
  const started = Number(textOf((await run(other, 'start-processes.py', { args: ['12'] })).stdout) || '0')
  return holdsIf(started === 12, `while one fork holds ${left} processes under a limit of 25, another could start ${started} of 12`)
})
