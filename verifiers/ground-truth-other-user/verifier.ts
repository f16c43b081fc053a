import { defineVerifier } from 'polygraph/contract'
import { decideByExit } from 'polygraph/grading'

// Differs from ground-truth in the user alone: what is in the agent's HOME no longer runs.
const point = {
  place: ['sealed-fork'],
  believes: 'the exit code of a process that imports the artifact',
  cases: ['stated'],
  user: 'verifier',
} as const

export default defineVerifier({ kind: 'outcome', ...point, verify: (context) => decideByExit(context, point) })
