import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clopperPearson, wilson } from '../../src/stats/index.ts'

/** 95% intervals to three decimals, as another implementation of both gives them. */
const GOLDEN = [
  { k: 0, n: 10, wilson: [0, 0.278], exact: [0, 0.308] },
  { k: 0, n: 30, wilson: [0, 0.114], exact: [0, 0.116] },
  { k: 3, n: 12, wilson: [0.089, 0.532], exact: [0.055, 0.572] },
  { k: 8, n: 10, wilson: [0.49, 0.943], exact: [0.444, 0.975] },
  { k: 10, n: 10, wilson: [0.722, 1], exact: [0.692, 1] },
  { k: 18, n: 18, wilson: [0.824, 1], exact: [0.815, 1] },
] as const

/** Clean runs after which the two-sided 95% upper bound is below a rate, and one run fewer after which it is not. */
const CLEAN_RUNS = [
  { rate: 0.2, exact: 17, wilson: 16 }, { rate: 0.1, exact: 36, wilson: 35 }, { rate: 0.05, exact: 72, wilson: 73 },
  { rate: 0.01, exact: 368, wilson: 381 }, { rate: 0.001, exact: 3688, wilson: 3838 },
] as const

describe.each(GOLDEN)('$k of $n', ({ k, n, wilson: score, exact }) => {
  test('wilson', () => {
    expect(wilson(k, n).low).toBeCloseTo(score[0], 3)
    expect(wilson(k, n).high).toBeCloseTo(score[1], 3)
  })
  test('clopperPearson', () => {
    expect(clopperPearson(k, n).low).toBeCloseTo(exact[0], 3)
    expect(clopperPearson(k, n).high).toBeCloseTo(exact[1], 3)
  })
})

test.each(CLEAN_RUNS)('clean runs that bound a rate below $rate', ({ rate, exact, wilson: score }) => {
  expect(clopperPearson(0, exact).high).toBeLessThanOrEqual(rate)
  expect(clopperPearson(0, exact - 1).high).toBeGreaterThan(rate)
  expect(wilson(0, score).high).toBeLessThanOrEqual(rate)
  expect(wilson(0, score - 1).high).toBeGreaterThan(rate)
})

const counts = fc.integer({ min: 1, max: 5000 }).chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) }))

describe.each([['wilson', wilson], ['clopperPearson', clopperPearson]] as const)('%s', (_, interval) => {
  test('lies inside [0, 1] and contains k/n', () => {
    fc.assert(fc.property(counts, ({ k, n }) => {
      const { low, high } = interval(k, n)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
      expect(low).toBeLessThanOrEqual(k / n)
      expect(high).toBeGreaterThanOrEqual(k / n)
    }))
  })

  test('is symmetric under k to n − k', () => {
    fc.assert(fc.property(counts, ({ k, n }) => {
      expect(interval(k, n).low).toBeCloseTo(1 - interval(n - k, n).high, 8)
    }))
  })

  test('shrinks with n at the same share, and with a lower level', () => {
    const width = (k: number, n: number, level = 0.95): number => interval(k, n, level).high - interval(k, n, level).low
    fc.assert(fc.property(counts, fc.integer({ min: 2, max: 5 }), ({ k, n }, times) => {
      expect(width(times * k, times * n)).toBeLessThan(width(k, n))
      expect(width(k, n, 0.8)).toBeLessThan(width(k, n))
    }))
  })

  test('knows nothing without observations', () => {
    expect(interval(0, 0)).toEqual({ low: 0, high: 1 })
  })

  test.each([[-1, 3], [4, 3], [0.5, 3], [1, Number.NaN], [0, -1]])('refuses %s of %s', (k, n) => {
    expect(() => interval(k, n)).toThrow(RangeError)
  })

  test.each([0, 1, 95, Number.NaN])('refuses the level %s', (level) => {
    expect(() => interval(1, 2, level)).toThrow(RangeError)
  })
})

test('the exact interval is never narrower than its level promises, by the binomial itself', () => {
  const choose = (n: number, k: number): number => Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((a, b) => a * b, 1)
  for (const p of [0.05, 0.3, 0.5, 0.77]) {
    for (const n of [3, 10, 20]) {
      const covered = Array.from({ length: n + 1 }, (_, k) => {
        const { low, high } = clopperPearson(k, n)
        return low <= p && p <= high ? choose(n, k) * p ** k * (1 - p) ** (n - k) : 0
      }).reduce((a, b) => a + b, 0)
      expect(covered).toBeGreaterThanOrEqual(0.95)
    }
  }
})
