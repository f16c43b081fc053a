// Prints "N passed, N failed" from vitest's JSON result; exits 1 where something failed or nothing ran.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Counts of a result. A file that fails before its first test counts as one failure, or it would count as nothing. */
export function countsOf(result) {
  const broken = result.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
    success: result.success,
  }
}

function main(file) {
  let counts
  try {
    counts = countsOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    console.error('The tests left no result: they did not run to their end.')
    return 1
  }
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped`)
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.success && counts.failed === 0 && counts.passed > 0 ? 0 : 1
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main(process.argv[2])
