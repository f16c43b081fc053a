import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseOutput } from '../../src/trial/normalise.ts'

test.each([
  ['2 passed in 0.01s', '2 passed in <duration>'],
  ['took 12 ms, then 1.5 seconds', 'took <duration>, then <duration>'],
  ['at 2026-11-30T14:27:32.123456789Z by', 'at <time> by'],
  ['at 14:27:32 sharp', 'at <time> sharp'],
  ['(pid 4711), PID: 3', '(pid <pid>), PID: <pid>'],
  ['<function f at 0x7f3a2c1b>', '<function f at <address>>'],
  ['in /tmp/pytest-of-agent/pytest-0, ok', 'in <temp>, ok'],
])('%s', (text, expected) => expect(normaliseOutput(text)).toBe(expected))

test.each(['1 failed, 1 passed', 'add(2, 3) == 5', 'assert -1 == 5', 'impl.py:3: AssertionError', 'int:42', 'v1.2.3', '/workspace/test_impl.py'])('leaves %s alone', (text) => {
  expect(normaliseOutput(text)).toBe(text)
})

const part = fc.oneof(
  fc.string(),
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((seconds) => `${seconds.toFixed(2)}s`),
  fc.integer({ min: 1, max: 1 << 22 }).map((pid) => `pid ${pid}`),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
  fc.bigInt({ min: 4096n, max: 2n ** 48n }).map((address) => `0x${address.toString(16)}`),
)

test('once is as good as twice', () => {
  fc.assert(fc.property(fc.array(part), (parts) => {
    const once = normaliseOutput(parts.join(' '))
    expect(normaliseOutput(once)).toBe(once)
  }))
})

test('two runs that differ only in times, durations, process ids and addresses normalise to the same', () => {
  const run = fc.record({ seconds: fc.double({ min: 0, max: 100, noNaN: true }), pid: fc.integer({ min: 1, max: 99_999 }), at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }), address: fc.bigInt({ min: 65_536n, max: 2n ** 47n }) })
  const text = (r: { seconds: number; pid: number; at: Date; address: bigint }): string => `2 passed in ${r.seconds.toFixed(2)}s (pid ${r.pid}) at ${r.at.toISOString()} <f at 0x${r.address.toString(16)}>`
  fc.assert(fc.property(run, run, (a, b) => {
    expect(normaliseOutput(text(a))).toBe(normaliseOutput(text(b)))
  }))
})
