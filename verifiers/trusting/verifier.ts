import { defineVerifier } from 'polygraph/contract'
import { trustEither } from 'polygraph/grading'

// The published trusting harness.
export default defineVerifier({
  kind: 'outcome',
  place: ['nowhere', 'agent-fork'],
  believes: "the agent's words, or the exit code of the visible test run in its session",
  cases: ['visible'],
  user: 'agent',
  verify: async (context) => trustEither(context),
})
