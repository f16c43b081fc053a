import { defineVerifier } from 'polygraph/contract'
import { decideByAnswers } from 'polygraph/grading'

// Differs from strict in the cases alone.
const point = {
  place: ['pristine-fork'],
  believes: 'nothing that imports the artifact',
  cases: ['stated'],
  user: 'verifier',
} as const

export default defineVerifier({ kind: 'outcome', ...point, verify: (context) => decideByAnswers(context, point) })
