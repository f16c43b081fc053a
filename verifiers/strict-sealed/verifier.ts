import { defineVerifier } from 'polygraph/contract'
import { decideByAnswers } from 'polygraph/grading'

// Differs from strict in the place alone, and therefore in the user: only the agent's can read all that it left.
const point = {
  place: ['sealed-fork'],
  believes: 'nothing that imports the artifact',
  cases: ['stated', 'held-out'],
  user: 'agent',
} as const

export default defineVerifier({ kind: 'outcome', ...point, verify: (context) => decideByAnswers(context, point) })
