import type { Failure } from '../execution.ts'

/** What the exit codes of pytest mean; other runners know one code for every kind of trouble. */
export function runnerCodes(pytest: boolean): Readonly<Record<number, Failure>> {
  return pytest ? PYTEST : { 1: FAILED }
}

const FAILED: Failure = { reason: 'tests-failed', because: 'tests failed' }
const PYTEST: Readonly<Record<number, Failure>> = {
  1: FAILED,
  2: { reason: 'tests-failed', because: 'it was interrupted, as by a test file that could not be imported' },
  5: { reason: 'no-tests', because: 'it found no tests' },
}
