import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, run, seal }) => {
  const one = await fork()
  const left = Number(textOf((await run(one, 'leave-processes.py')).stdout))
  const started = Number(textOf((await run(await fork(await seal(one)), 'start-processes.py', { args: ['12'] })).stdout) || '0')
  return holdsIf(started === 12, `the agent left ${left} processes under a limit of 24; in a fork of the sealed state ${started} of 12 could be started`)
})
