// Prints "N passed, N failed" from the JSON results of one or more suites; exits 1 where something failed or one did not run.
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

/** The sum over suites; whether each of them ran and succeeded. */
export function sumOf(results) {
  const counts = results.map(countsOf)
  const sum = (key) => counts.reduce((total, each) => total + each[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), success: counts.every((each) => each.success && each.passed > 0) }
}

function main(files) {
  let counts
  try {
    counts = sumOf(files.map((file) => JSON.parse(readFileSync(file, 'utf8'))))
  } catch {
    console.error('The tests left no result: they did not run to their end.')
    return 1
  }
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped`)
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.success && counts.failed === 0 ? 0 : 1
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main(process.argv.slice(2))
