import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../house/files.ts'
import { scratch } from './scratch.ts'

const result = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, success: true, testResults: [] as object[] }
const broken = { status: 'failed', assertionResults: [] }
const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] }

const closing = (...results: readonly unknown[]) => {
  const files = results.map((json, index) => {
    const file = join(scratch(), `result-${index}.json`)
    writeFileSync(file, JSON.stringify(json) ?? '')
    return file
  })
  const done = spawnSync(process.execPath, [join(ROOT, 'scripts', 'ci', 'closing-line.mjs'), ...files], { encoding: 'utf8' })
  return { out: done.stdout, code: done.status }
}

test.each([
  ['all is well', [result], '3 passed, 0 failed\n', 0],
  ['some were skipped', [{ ...result, numPendingTests: 2 }], '2 skipped\n3 passed, 0 failed\n', 0],
  ['a test failed', [{ ...result, numFailedTests: 1, success: false, testResults: [failing] }], '3 passed, 1 failed\n', 1],
  ['a file did not load', [{ ...result, success: false, testResults: [broken] }], '3 passed, 1 failed\n', 1],
  ['nothing ran', [{ ...result, numPassedTests: 0 }], '0 passed, 0 failed\n', 1],
  ['there is no result', [undefined], '', 1],
  ['two suites passed', [result, result], '6 passed, 0 failed\n', 0],
  ['the second failed', [result, { ...result, numFailedTests: 1, success: false, testResults: [failing] }], '6 passed, 1 failed\n', 1],
  ['the second did not run to its end', [result, undefined], '', 1],
  ['nothing ran in the second', [result, { ...result, numPassedTests: 0 }], '3 passed, 0 failed\n', 1],
])('when %s', (_, results, out, code) => {
  expect(closing(...results)).toEqual({ out, code })
})
