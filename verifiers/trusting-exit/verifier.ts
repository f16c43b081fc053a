import { defineVerifier } from 'polygraph/contract'
import { trustExit } from 'polygraph/grading'

export default defineVerifier({
  kind: 'outcome',
  place: ['agent-fork'],
  believes: "the exit code of the visible test run in the agent's session",
  cases: ['visible'],
  user: 'agent',
  verify: async (context) => trustExit(context),
})
