import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diagnostic, ecdfBand, passAtK, passHatK, precisionAt, quantile, throughput } from '../../src/stats/index.ts'

describe('quantile', () => {
  test.each([[0, 1], [0.25, 2], [0.5, 3], [0.9, 7.6], [1, 10]])('type 7 of 1, 2, 3, 4, 10 at %d is %d', (p, value) => {
    expect(quantile([10, 4, 3, 2, 1], p)).toBeCloseTo(value, 12)
  })

  test('lies between the samples and rises with p', () => {
    const samples = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(fc.property(samples, share, share, (xs, a, b) => {
      const [p, q] = a < b ? [a, b] : [b, a]
      expect(quantile(xs, p)).toBeLessThanOrEqual(quantile(xs, q) + 1e-9)
      expect(quantile(xs, p)).toBeGreaterThanOrEqual(Math.min(...xs))
      expect(quantile(xs, q)).toBeLessThanOrEqual(Math.max(...xs))
    }))
  })

  test.each([[[], 0.5], [[1], -0.1], [[1], Number.NaN]])('refuses %j at %d', (samples, p) => {
    expect(() => quantile(samples, p)).toThrow(RangeError)
  })
})

describe('ecdfBand', () => {
  test('half-widths of the reference: 0.136 at 100, 0.043 at 1000', () => {
    const half = (n: number): number => {
      const steps = ecdfBand(Array.from({ length: n }, (_, i) => i))
      return steps[n / 2]!.y - steps[n / 2]!.low
    }
    expect(half(100)).toBeCloseTo(0.136, 3)
    expect(half(1000)).toBeCloseTo(0.043, 3)
  })

  test('one step a distinct sample; the last is 1', () => {
    expect(ecdfBand([3, 1, 1, 2]).map(({ x, y }) => [x, y])).toEqual([[1, 0.5], [2, 0.75], [3, 1]])
    expect(ecdfBand([])).toEqual([])
  })
})

describe('repeats', () => {
  test('pass@2 and pass^2 of 3 passes in 5', () => {
    expect(passAtK(5, 3, 2)).toBeCloseTo(0.9, 12)
    expect(passHatK(5, 3, 2)).toBeCloseTo(0.3, 12)
  })

  test('agree for a deterministic agent, and at k = 1; otherwise pass@k is the larger', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(200), fc.integer({ min: 1, max: 200 }), (n, c, k) => {
      fc.pre(c <= n && k <= n)
      expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 10)
      expect(passHatK(n, c, 1)).toBeCloseTo(c / n, 10)
      expect(passAtK(n, c, k)).toBeGreaterThanOrEqual(passHatK(n, c, k) - 1e-12)
      expect(passAtK(n, n, k)).toBe(passHatK(n, n, k))
      expect(passAtK(n, 0, k)).toBe(passHatK(n, 0, k))
    }))
  })

  test.each([[5, 6, 1], [5, 3, 0], [5, 3, 6], [5, -1, 1]])('refuses n %i, c %i, k %i', (n, c, k) => {
    expect(() => passAtK(n, c, k)).toThrow(RangeError)
    expect(() => passHatK(n, c, k)).toThrow(RangeError)
  })
})

describe('throughput', () => {
  /** Tasks one after the other, of these durations. */
  const spans = (times: readonly number[]): { startedMs: number; endedMs: number }[] => {
    const until = (count: number): number => 1000 + times.slice(0, count).reduce((a, b) => a + b, 0)
    return times.map((_, index) => ({ startedMs: until(index), endedMs: until(index + 1) }))
  }

  test('tasks a minute from the first start to the last end, and a t interval over blocks', () => {
    const result = throughput(spans([400, 600, 500, 500, 450, 450, 550, 550]), 2)!
    expect(result).toMatchObject({ tasks: 8, seconds: 4, perMinute: 120 })
    expect(result.blocks.map((block) => block.seconds)).toEqual([1, 1, 0.9, 1.1])
    // Mean 1, standard deviation 0.0816, t(3) 3.182: 1 ± 0.130.
    expect(result.interval!.low).toBeCloseTo(120 / 1.1299, 2)
    expect(result.interval!.high).toBeCloseTo(120 / 0.8701, 1)
  })

  test('too few blocks, or blocks too uneven, give no interval', () => {
    expect(throughput(spans([500, 500, 500]), 1)!.interval).toBeNull()
    expect(throughput(spans([1, 1, 1, 5000]), 1)!.interval).toBeNull()
  })

  test('nothing, or no time, gives null', () => {
    expect(throughput([], 2)).toBeNull()
    expect(throughput([{ startedMs: 5, endedMs: 5 }], 1)).toBeNull()
  })

  test('overlapping tasks count once in time, and leftovers are in no block', () => {
    const result = throughput([0, 0, 100, 100, 200].map((startedMs) => ({ startedMs, endedMs: startedMs + 100 })), 2)!
    expect(result.perMinute).toBe(1000)
    expect(result.blocks).toHaveLength(2)
  })
})

describe('diagnostic', () => {
  test('the 2 × 2 counts, and precision at other prevalences', () => {
    const { sensitivity, specificity, precision, negativePredictive, youden } = diagnostic({ truePositive: 8, falseNegative: 2, trueNegative: 9, falsePositive: 1 })
    expect([sensitivity.value, specificity.value, precision.value, negativePredictive.value]).toEqual([0.8, 0.9, 8 / 9, 9 / 11])
    expect(youden).toBeCloseTo(0.7, 12)
    expect(precisionAt(0.5, 0.8, 0.9)).toBeCloseTo(8 / 9, 12)
    expect(precisionAt(0.036, 0.8, 0.9)).toBeCloseTo(0.23, 3)
  })

  test('an empty side has no value, only an interval that says nothing', () => {
    const { sensitivity, youden } = diagnostic({ truePositive: 0, falseNegative: 0, trueNegative: 1, falsePositive: 0 })
    expect(sensitivity).toEqual({ k: 0, n: 0, value: null, interval: { low: 0, high: 1 } })
    expect(youden).toBeNull()
    expect(precisionAt(0, 1, 1)).toBeNull()
  })
})
