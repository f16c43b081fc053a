import type { Execution } from '../../contract/index.ts'

/**
 * How a suite fared on one version of the artifact. Only `assertion` can be a kill: a suite that crashes, hangs or can't be
 * collected has not said what is wrong.
 */
export type Outcome = 'passed' | 'assertion' | 'raised' | 'no-tests' | 'collection-error' | 'crashed' | 'timed-out'

/** One run of a suite: its outcome, and the tests that passed and that failed by assertion, by name. */
export interface SuiteRun { readonly outcome: Outcome; readonly passed: readonly string[]; readonly asserted: readonly string[] }

const MOST_TESTS = 5_000

/** Reads what suite.py said; without a readable line the process was ended, by itself or by a limit. */
export function suiteRun(execution: Execution, nonce: string): SuiteRun {
  if (execution.timedOut) return empty('timed-out')
  const report = reportOf(Buffer.from(execution.stdout).toString('utf8'), nonce)
  if (report === null) return empty('crashed')
  const named = (outcome: string): string[] => report.tests.filter(([, each]) => each === outcome).map(([name]) => name)
  const [passed, asserted, raised] = [named('passed'), named('assertion'), named('raised')]
  const outcome = report.broken > 0 ? 'collection-error'
    : passed.length + asserted.length + raised.length === 0 ? 'no-tests'
    : asserted.length > 0 ? 'assertion'
    : raised.length > 0 ? 'raised'
    // pytest itself may end badly with every test done, as when a hook breaks.
    : report.exit === 0 ? 'passed' : 'crashed'
  return { outcome, passed, asserted }
}

/** The test by which a mutant is killed: it passes on the reference, every time, and fails here by assertion. */
export function killer(run: SuiteRun, references: readonly SuiteRun[]): string | null {
  return run.asserted.find((name) => references.every(({ passed }) => passed.includes(name))) ?? null
}

interface Report { readonly tests: readonly (readonly [string, string])[]; readonly broken: number; readonly exit: number }

function reportOf(output: string, nonce: string): Report | null {
  const lines = output.split('\n').filter((line) => line !== '')
  if (lines.length !== 1 || !lines[0]!.startsWith(`${nonce} `)) return null
  try {
    const report = JSON.parse(lines[0]!.slice(nonce.length + 1)) as Report
    const whole = Array.isArray(report.tests) && report.tests.length <= MOST_TESTS && Number.isInteger(report.broken) && Number.isInteger(report.exit)
    return whole && report.tests.every((test) => Array.isArray(test) && test.length === 2 && test.every((part) => typeof part === 'string')) ? report : null
  } catch {
    return null
  }
}

function empty(outcome: Outcome): SuiteRun {
  return { outcome, passed: [], asserted: [] }
}
