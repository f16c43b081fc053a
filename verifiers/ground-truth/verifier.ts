import { defineVerifier } from 'polygraph/contract'
import { decideByExit } from 'polygraph/grading'

// The published ground truth: the agent's user, its HOME and a plain interpreter, so start-up hooks run.
const point = {
  place: ['sealed-fork'],
  believes: 'the exit code of a process that imports the artifact',
  cases: ['stated'],
  user: 'agent',
} as const

export default defineVerifier({ kind: 'outcome', ...point, verify: (context) => decideByExit(context, point) })
