import { defineVerifier } from 'polygraph/contract'
import { rerunVisibleTests } from 'polygraph/grading'

// What most harnesses do.
const point = {
  place: ['sealed-fork'],
  believes: 'the test runner, after the visible test files are restored',
  cases: ['visible'],
  user: 'agent',
} as const

export default defineVerifier({ kind: 'outcome', ...point, verify: (context) => rerunVisibleTests(context, point) })
