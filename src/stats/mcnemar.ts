import jStat from 'jstat'

/**
 * McNemar's exact test of two verifiers on the same trials: the two-sided binomial p-value of the discordant counts `b`
 * (only the first passed) and `c` (only the second). 1 where nothing disagrees. At least six discordant pairs, all one
 * way, are needed for p < 0.05.
 */
export function mcnemarExact(b: number, c: number): number {
  const n = b + c
  if (n === 0) return 1
  const fewer = Math.min(b, c)
  let tail = 0
  for (let i = 0; i <= fewer; i++) {
    tail += Math.exp(jStat.gammaln(n + 1) - jStat.gammaln(i + 1) - jStat.gammaln(n - i + 1) - n * Math.LN2)
  }
  return Math.min(1, 2 * tail)
}
