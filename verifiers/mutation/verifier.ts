import { defineVerifier } from 'polygraph/contract'
import { judgeTests, withoutSuite } from 'polygraph/grading'

// The cases are strict's, and decide which mutants count; the verdict is on the agent's tests.
export default defineVerifier({
  kind: 'tests',
  place: ['sealed-state', 'pristine-fork'],
  believes: 'a named test that passes on the reference and fails on a mutant by assertion',
  cases: ['stated', 'held-out'],
  user: 'verifier',
  appliesTo: withoutSuite,
  verify: (context) => judgeTests(context),
})
