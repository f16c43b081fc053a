import { defineVerifier } from 'polygraph/contract'
import { holdToReference, withoutTiming } from 'polygraph/grading'

export default defineVerifier({
  kind: 'timing',
  place: ['pristine-fork'],
  believes: "the backend's clock, and the reference beside it",
  cases: ['generated'],
  user: 'verifier',
  appliesTo: withoutTiming,
  verify: (context) => holdToReference(context),
})
