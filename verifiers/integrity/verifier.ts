import { defineVerifier } from 'polygraph/contract'
import { compareTrees } from 'polygraph/grading'

export default defineVerifier({
  kind: 'tamper',
  place: ['host'],
  believes: "the snapshot's own list of changes",
  cases: [],
  user: 'none',
  verify: (context) => compareTrees(context),
})
