import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// The agent leaves all that it can start behind. Where the verifier can then start twelve more, the limit is one of a user.
export default defineProbe(async ({ fork, run }) => {
  const one = await fork()
  const left = Number(textOf((await run(one, 'leave-processes.py')).stdout))
  const started = Number(textOf((await run(one, 'start-processes.py', { user: 'verifier', args: ['12'] })).stdout))
  return holdsIf(left + started < 24, `under a limit of 24 the agent left ${left} processes, and the verifier could start ${started} more beside them`)
})
