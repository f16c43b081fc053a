import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cohenKappa, gwetAC1, holm, mcnemarExact, permutationTest } from '../../src/stats/index.ts'

describe('mcnemarExact', () => {
  test.each([[1, 8, 0.0390625], [0, 5, 0.0625], [0, 6, 0.03125], [0, 0, 1], [3, 3, 1], [2, 10, 0.03857421875]])('%i against %i is %d', (b, c, p) => {
    expect(mcnemarExact(b, c)).toBeCloseTo(p, 10)
  })

  test('is symmetric, in (0, 1], and finite for many pairs', () => {
    fc.assert(fc.property(fc.nat(3000), fc.nat(3000), (b, c) => {
      const p = mcnemarExact(b, c)
      expect(p).toBeCloseTo(mcnemarExact(c, b), 12)
      expect(p).toBeGreaterThanOrEqual(0)
      expect(p).toBeLessThanOrEqual(1)
    }))
  })
})

describe('agreement', () => {
  test('kappa of a worked table: 20, 5, 10, 15 of 50 gives 0.4', () => {
    expect(cohenKappa([[20, 5], [10, 15]])).toBeCloseTo(0.4, 12)
  })

  test('AC1 stays high where kappa collapses under lopsided prevalence', () => {
    const table = [[118, 5], [2, 0]]
    expect(cohenKappa(table)).toBeCloseTo(-0.0234, 3)
    expect(gwetAC1(table)).toBeCloseTo(0.9408, 3)
  })

  test('neither is defined on an empty table, and kappa not with one class', () => {
    expect(cohenKappa([[0, 0], [0, 0]])).toBeNull()
    expect(gwetAC1([[0, 0], [0, 0]])).toBeNull()
    expect(cohenKappa([[7, 0], [0, 0]])).toBeNull()
    expect(gwetAC1([[7, 0], [0, 0]])).toBe(1)
  })

  test('perfect agreement is 1, and neither exceeds it', () => {
    const count = fc.nat(50)
    fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), count, count, (a, d, b, c) => {
      expect(cohenKappa([[a, 0], [0, d]])).toBeCloseTo(1, 10)
      expect(gwetAC1([[a, 0], [0, d]])).toBeCloseTo(1, 10)
      expect(cohenKappa([[a, b], [c, d]])!).toBeLessThanOrEqual(1)
      expect(gwetAC1([[a, b], [c, d]])!).toBeLessThanOrEqual(1)
    }))
  })
})

describe('holm', () => {
  test('a worked example, in the order given', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
  })

  test('never lowers a p-value, never passes 1, keeps the order', () => {
    fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (ps) => {
      const adjusted = holm(ps)
      for (const [i, p] of ps.entries()) {
        expect(adjusted[i]!).toBeGreaterThanOrEqual(p)
        expect(adjusted[i]!).toBeLessThanOrEqual(1)
        expect(adjusted.filter((other, j) => p < ps[j]! && other < adjusted[i]!)).toEqual([])
      }
    }))
  })
})

describe('permutationTest', () => {
  const [slow, fast] = [[10, 11, 12, 13, 14, 15], [1, 2, 3, 4, 5, 6]]

  test('the same seed gives the same answer, which is near the exact one (2 of 924)', () => {
    const first = permutationTest(slow, fast, { seed: 7 })
    expect(permutationTest(slow, fast, { seed: 7 })).toEqual(first)
    expect(first.difference).toBe(9)
    expect(first.p).toBeGreaterThan(0.0005)
    expect(first.p).toBeLessThan(0.005)
  })

  test('equal samples give 1, and the answer is never 0', () => {
    expect(permutationTest([1, 2, 3], [1, 2, 3], { seed: 1, permutations: 99 }).p).toBe(1)
    expect(permutationTest([0.1, 0.2, 0.3], [0.3, 0.1, 0.2], { seed: 1, permutations: 99 }).p).toBe(1)
    expect(permutationTest(Array.from({ length: 50 }, () => 9), Array.from({ length: 50 }, () => 1), { seed: 1, permutations: 99 }).p).toBe(0.01)
  })

  test('an empty sample is refused', () => {
    expect(() => permutationTest([], [1], { seed: 1 })).toThrow(RangeError)
  })
})
