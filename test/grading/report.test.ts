import { describe, expect, test } from 'vitest'
import { junitCounts, lastSummary } from '../../src/grading/index.ts'
import { calculator, run } from './calculator.ts'

describe('the last summary', () => {
  test.each([
    ['pytest -q', '..\n2 passed in 0.01s\n', 2, 0],
    ['pytest -q, failing', 'FAILED test_impl.py::test_add\n1 failed, 4 passed in 0.05s', 4, 1],
    ['pytest with borders', '======== 1 failed, 2 passed, 1 warning in 1.20s (0:00:01) ========', 2, 1],
    ['pytest, an error of collection', '1 error in 0.10s', 0, 1],
    ['pytest, all skipped', '2 skipped in 0.01s', 0, 0],
    ['pytest, all expected to fail', '2 xfailed in 0.01s', 0, 0],
    ["node's TAP", '1..2\n# tests 3\n# suites 0\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 0\n', 2, 1],
    ["node's other reporter", 'ℹ tests 3\nℹ suites 0\nℹ pass 3\nℹ fail 0\nℹ cancelled 0', 3, 0],
    ['jest', 'Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 passed, 3 total\nSnapshots:   0 total', 2, 1],
    ['vitest', ' Test Files  1 passed (1)\n      Tests  2 passed (2)\n   Start at  10:00:00', 2, 0],
    ['vitest, failing, in colour', '\u001b[2m      Tests \u001b[22m \u001b[31m1 failed\u001b[39m | \u001b[32m2 passed\u001b[39m (3)', 2, 1],
    ['colour that was made visible', '\\x1b[32m3 passed\\x1b[0m in 0.02s', 3, 0],
  ])('of %s', (_, output, passed, failed) => {
    expect(lastSummary(output)).toEqual({ passed, failed })
  })

  test.each([
    ['no summary', 'Traceback (most recent call last):\nSystemExit: 0\n'],
    ['words that only speak of tests', 'All tests pass.\n3 passed\nI passed 3 in 1 go'],
    ['no tests', 'no tests ran in 0.00s'],
    ['half of a summary', '# fail 0\n'],
  ])('is not read from %s', (_, output) => {
    expect(lastSummary(output)).toBeNull()
  })

  test('is the last one: whoever prints after the runner has the last word', () => {
    expect(lastSummary('1 failed, 1 passed in 0.05s\n2 passed in 0.01s\n')).toEqual({ passed: 2, failed: 0 })
    expect(lastSummary('2 passed in 0.01s\n1 failed, 1 passed in 0.05s\n')).toEqual({ passed: 1, failed: 1 })
  })
})

test('digits without end are a number that a verdict can hold, in every form of summary', () => {
  const digits = '9'.repeat(400)
  for (const output of [`${digits} passed in 0.01s`, `1 passed, ${digits} failed in 0.01s`, `# pass ${digits}\n# fail 0`, `      Tests  ${digits} passed (${digits})`]) {
    expect(lastSummary(output)).toEqual({ passed: expect.toSatisfy(Number.isSafeInteger), failed: expect.toSatisfy(Number.isSafeInteger) })
  }
})

describe('a JUnit file', () => {
  test('is read by the attributes of its suites', () => {
    expect(junitCounts('<?xml version="1.0"?><testsuites><testsuite name="pytest" errors="1" failures="2" skipped="1" tests="9"><testcase/></testsuite></testsuites>')).toEqual({ passed: 5, failed: 3 })
    expect(junitCounts("<testsuite tests='2' failures='0'/><testsuite tests='3' failures='1'/>")).toEqual({ passed: 4, failed: 1 })
  })

  test('that has totals of its own is read by these, whatever its suites say', () => {
    expect(junitCounts('<testsuites tests="4" failures="0"><testsuite tests="4" failures="4"/></testsuites>')).toEqual({ passed: 4, failed: 0 })
  })

  test('is not what has no suite', () => {
    expect(junitCounts('<html><body tests="3"/></html>')).toBeNull()
  })
})

describe('trusting-report', () => {
  const grade = (testOutput: string, left: Record<string, string> = {}) => run('trusting-report', { task: calculator, claim: { testOutput }, left })
  const junit = (failures: number) => `<testsuite tests="2" failures="${failures}" errors="0"/>`

  test('believes the summary of the test run', async () => {
    expect(await grade('2 passed in 0.01s\n')).toMatchObject({ verdict: 'pass', reason: 'report-says-pass', evidence: { passed: 2, failed: 0 } })
    expect(await grade('1 failed, 1 passed in 0.05s\n')).toMatchObject({ verdict: 'fail', reason: 'report-says-fail' })
  })

  test('fails a run that left nothing, or in which nothing passed', async () => {
    expect(await grade('')).toMatchObject({ verdict: 'fail', reason: 'no-report' })
    expect(await grade('2 skipped in 0.01s')).toMatchObject({ verdict: 'fail', reason: 'report-says-fail' })
  })

  test('takes a report file before the output, and so a forged one', async () => {
    expect(await grade('2 failed in 0.05s\n', { '/work/junit.xml': junit(0) })).toMatchObject({ verdict: 'pass', evidence: { where: 'the file junit.xml' } })
    expect(await grade('2 passed in 0.05s\n', { '/work/reports/junit.xml': junit(1) })).toMatchObject({ verdict: 'fail' })
    expect(await grade('2 passed in 0.05s\n', { '/work/report.xml': 'no report' })).toMatchObject({ verdict: 'pass', evidence: { where: 'the last summary of the test output' } })
  })
})
