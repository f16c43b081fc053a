import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { both, not, rate, type Answer } from '../../src/stats/index.ts'

const answer = fc.constantFrom<Answer>(true, false, null)

test('an error is neither a pass nor a fail', () => {
  expect(rate([true, true, false, null])).toEqual({ holds: 2, known: 3, unknown: 1, value: 2 / 3, low: 0.5, high: 0.75 })
})

test('nothing known gives no value, and bounds that say so', () => {
  expect(rate([])).toMatchObject({ value: null, low: 0, high: 1 })
  expect(rate([null, null])).toMatchObject({ value: null, unknown: 2, low: 0, high: 1 })
})

test('the bounds are what the rate would be under each reading of the errors', () => {
  fc.assert(fc.property(fc.array(answer, { minLength: 1 }), (answers) => {
    const { low, high, value } = rate(answers)
    expect(low).toBe(rate(answers.map((each) => each ?? false)).value)
    expect(high).toBeCloseTo(rate(answers.map((each) => each ?? true)).value!, 12)
    expect(low).toBeLessThanOrEqual(value ?? 1)
    expect(high).toBeGreaterThanOrEqual(value ?? 0)
  }))
})

test('and, not: an unknown decides nothing that is not decided already', () => {
  expect(both(false, null)).toBe(false)
  expect(both(null, false)).toBe(false)
  expect(both(true, null)).toBeNull()
  expect(not(null)).toBeNull()
  fc.assert(fc.property(answer, answer, (a, b) => {
    const readings = [a ?? true, a ?? false].flatMap((x) => [b ?? true, b ?? false].map((y) => x && y))
    expect(both(a, b)).toBe(new Set(readings).size === 1 ? readings[0] : null)
    expect(both(a, b)).toBe(both(b, a))
    expect(not(not(a))).toBe(a)
  }))
})
