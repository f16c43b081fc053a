import { defineVerifier } from 'polygraph/contract'
import { decideByExit } from 'polygraph/grading'

// Differs from ground-truth in the cases alone.
const point = {
  place: ['sealed-fork'],
  believes: 'the exit code of a process that imports the artifact',
  cases: ['held-out'],
  user: 'agent',
} as const

export default defineVerifier({ kind: 'outcome', ...point, verify: (context) => decideByExit(context, point) })
