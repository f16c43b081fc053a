import { defineVerifier } from 'polygraph/contract'
import { decideByAnswers } from 'polygraph/grading'

const point = {
  place: ['pristine-fork'],
  believes: 'nothing that imports the artifact',
  cases: ['stated', 'held-out'],
  user: 'verifier',
} as const

export default defineVerifier({ kind: 'outcome', ...point, verify: (context) => decideByAnswers(context, point) })
