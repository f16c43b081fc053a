import { defineVerifier } from 'polygraph/contract'
import { trustWords } from 'polygraph/grading'

export default defineVerifier({
  kind: 'outcome',
  place: ['nowhere'],
  believes: "the agent's words",
  cases: [],
  user: 'none',
  verify: async (context) => trustWords(context),
})
