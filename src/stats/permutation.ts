import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { mean } from 'simple-statistics'

/** The two-sided p-value, and the statistic of `a` less that of `b` as observed. */
export interface Permutation { readonly p: number; readonly difference: number; readonly permutations: number }

/**
 * Two-sample permutation test of a difference in `statistic` (means by default), two-sided, from seeded random
 * relabellings: p = (1 + as extreme) / (1 + permutations), never 0. Same seed, same answer. Throws RangeError where a
 * sample is empty.
 */
export function permutationTest(
  a: readonly number[], b: readonly number[],
  { seed, permutations = 9_999, statistic = (samples) => mean([...samples]) }:
  { seed: number; permutations?: number; statistic?: (samples: readonly number[]) => number },
): Permutation {
  if (a.length === 0 || b.length === 0) throw new RangeError('a permutation test needs two samples')
  const random = xoroshiro128plus(seed)
  const pool = [...a, ...b]
  const difference = statistic(a) - statistic(b)
  // Sums of the same numbers in another order differ in the last bits; those count as equally extreme.
  const threshold = Math.abs(difference) * (1 - 1e-12)
  let extreme = 0
  for (let round = 0; round < permutations; round++) {
    for (let last = pool.length - 1; last > 0; last--) {
      const other = uniformInt(random, 0, last)
      const kept = pool[last]!
      pool[last] = pool[other]!
      pool[other] = kept
    }
    const shuffled = statistic(pool.slice(0, a.length)) - statistic(pool.slice(a.length))
    if (Math.abs(shuffled) >= threshold) extreme++
  }
  return { p: (1 + extreme) / (1 + permutations), difference, permutations }
}
