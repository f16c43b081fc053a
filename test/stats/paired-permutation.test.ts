import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairedPermutationTest } from '../../src/stats/index.ts'

/** All 2^n signs, each as likely: what the drawn ones come close to. */
function exact(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0)) * (1 - 1e-12)
  let extreme = 0
  for (let signs = 0; signs < 2 ** differences.length; signs++) {
    const sum = differences.reduce((sofar, each, index) => sofar + ((signs >> index) & 1 ? each : -each), 0)
    if (Math.abs(sum) >= observed) extreme++
  }
  return extreme / 2 ** differences.length
}

test('comes close to the exact test over all signs', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 9 }), fc.nat(0xffff), (differences, seed) => {
    const permutations = 4_000
    const [drawn, all] = [pairedPermutationTest(differences, { seed, permutations }).p, exact(differences)]
    // Five standard errors of a share, and the one that is added to both counts.
    expect(Math.abs(drawn - all)).toBeLessThan(5 * Math.sqrt(all * (1 - all) / permutations) + 1.5 / permutations)
  }), { numRuns: 40 })
})

test('twelve differences of one sign are as rare as 2 in 4,096', () => {
  const { p, mean } = pairedPermutationTest(Array.from({ length: 12 }, (_, index) => 1 + index / 10), { seed: 1, permutations: 50_000 })
  expect(mean).toBeCloseTo(1.55)
  expect(p).toBeGreaterThan(0.0001)
  expect(p).toBeLessThan(0.001)
})

test('does not mind signs turned, nor more pairs than there are bits in a number', () => {
  fc.assert(fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 31, maxLength: 70 }), (differences) => {
    const [a, b] = [differences, differences.map((each) => -each)].map((each) => pairedPermutationTest(each, { seed: 3, permutations: 99 }))
    expect(a!.p).toBe(b!.p)
    expect(a!.p).toBeGreaterThan(0)
    expect(a!.p).toBeLessThanOrEqual(1)
  }), { numRuns: 30 })
})

test('wants a pair', () => {
  expect(() => pairedPermutationTest([], { seed: 1 })).toThrow(RangeError)
})
