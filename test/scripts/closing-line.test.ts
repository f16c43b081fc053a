import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../house/files.ts'
import { scratch } from './scratch.ts'

const result = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, success: true, testResults: [] as object[] }
const broken = { status: 'failed', assertionResults: [] }
const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] }

test.each([
  ['all is well', result, '3 passed, 0 failed\n', 0],
  ['some were skipped', { ...result, numPendingTests: 2 }, '2 skipped\n3 passed, 0 failed\n', 0],
  ['a test failed', { ...result, numFailedTests: 1, success: false, testResults: [failing] }, '3 passed, 1 failed\n', 1],
  ['a file did not load', { ...result, success: false, testResults: [broken] }, '3 passed, 1 failed\n', 1],
  ['nothing ran', { ...result, numPassedTests: 0 }, '0 passed, 0 failed\n', 1],
  ['there is no result', undefined, '', 1],
])('when %s', (_, json, out, code) => {
  const file = join(scratch(), 'result.json')
  writeFileSync(file, JSON.stringify(json) ?? '')
  const done = spawnSync(process.execPath, [join(ROOT, 'scripts', 'ci', 'closing-line.mjs'), file], { encoding: 'utf8' })
  expect({ out: done.stdout, code: done.status }).toEqual({ out, code })
})
