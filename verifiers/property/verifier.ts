import { defineVerifier } from 'polygraph/contract'
import { compareWithReference, withoutGenerators } from 'polygraph/grading'

// Differs from strict in the cases alone, and so in where the right answers come from.
export default defineVerifier({
  kind: 'outcome',
  place: ['pristine-fork'],
  believes: 'nothing that imports the artifact; the reference in a fork of its own',
  cases: ['generated'],
  user: 'verifier',
  appliesTo: withoutGenerators,
  verify: (context) => compareWithReference(context),
})
