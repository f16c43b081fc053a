import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { mean } from 'simple-statistics'

/** The two-sided p-value and the mean of the differences as observed. */
export interface PairedPermutation { readonly p: number; readonly mean: number; readonly permutations: number }

/**
 * One-sample permutation test that paired differences are symmetric about 0: signs are drawn anew from the seed,
 * p = (1 + as extreme) / (1 + permutations), never 0. Same seed, same answer. Throws RangeError where there is none.
 */
export function pairedPermutationTest(differences: readonly number[], { seed, permutations = 9_999 }: { seed: number; permutations?: number }): PairedPermutation {
  if (differences.length === 0) throw new RangeError('a paired permutation test needs a pair')
  const random = xoroshiro128plus(seed)
  const observed = mean([...differences])
  // Sums of the same numbers in another order differ in the last bits; those count as equally extreme.
  const threshold = Math.abs(observed) * differences.length * (1 - 1e-12)
  let extreme = 0
  for (let round = 0; round < permutations; round++) {
    let sum = 0
    for (let index = 0, bits = 0; index < differences.length; index++, bits >>>= 1) {
      if (index % 30 === 0) bits = uniformInt(random, 0, 0x3fff_ffff)
      sum += (bits & 1) === 0 ? differences[index]! : -differences[index]!
    }
    if (Math.abs(sum) >= threshold) extreme++
  }
  return { p: (1 + extreme) / (1 + permutations), mean: observed, permutations }
}
