import { defineVerifier } from 'polygraph/contract'
import { believeRunner } from 'polygraph/grading'

// Held-out tests in a fork that nothing of the agent's reaches but its artifact.
const point = {
  place: ['pristine-fork'],
  believes: 'the test runner',
  cases: ['held-out'],
  user: 'verifier',
} as const

export default defineVerifier({ kind: 'outcome', ...point, verify: (context) => believeRunner(context, point) })
