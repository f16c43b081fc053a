import type { VerifierContext } from '../../contract/index.ts'
import type { Verdict } from '../../schema/index.ts'
import { fail, pass, printable } from '../../schema/index.ts'
import { tail } from '../execution.ts'
import { junitCounts } from './junit.ts'
import type { Counts } from './summary.ts'
import { lastSummary } from './summary.ts'

export { junitCounts } from './junit.ts'
export { lastSummary } from './summary.ts'
export type { Counts } from './summary.ts'

/** Where harnesses look for a report in a workspace. */
const FILES = ['junit.xml', 'report.xml', 'test-results.xml', 'test-results/junit.xml', 'reports/junit.xml'] as const
const BOUNDS = { files: FILES.length, bytesPerFile: 1 << 20, bytes: 4 << 20 }

/**
 * Believes what the run left behind: a JUnit file in the sealed workspace where there is one, else the last summary that
 * the visible test run printed. How the run ended is not asked.
 */
export async function trustReport(context: VerifierContext): Promise<Verdict> {
  const files = await context.sealed.read(FILES.map((path) => `${context.workspace}/${path}`), BOUNDS)
  for (const [index, file] of files.entries()) {
    if (file.state !== 'file') continue
    const counts = junitCounts(Buffer.from(file.bytes).toString('utf8'))
    if (counts !== null) return verdictOf(counts, `the file ${FILES[index]!}`, printable(Buffer.from(file.bytes).toString('utf8'), { limit: 300, multiline: true }))
  }
  const { testOutput } = context.act.claim
  const shown = tail(Buffer.from(testOutput, 'utf8'), 300)
  const counts = lastSummary(testOutput)
  if (counts === null) return fail('no-report', 'the run left no report file, and its output has no summary', { report: shown })
  return verdictOf(counts, 'the last summary of the test output', shown)
}

function verdictOf({ passed, failed }: Counts, where: string, report: string): Verdict {
  const evidence = { where, passed, failed, report }
  if (failed > 0) return fail('report-says-fail', `${where} says that ${failed} failed`, evidence)
  // A run in which everything was skipped has a report, and no test that says pass.
  if (passed === 0) return fail('report-says-fail', `${where} says that nothing passed`, evidence)
  return pass('report-says-pass', `${where} says that ${passed} passed and none failed`, evidence)
}
