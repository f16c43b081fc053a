import jStat from 'jstat'

/** Two ends, low ≤ high. */
export interface Range { readonly low: number; readonly high: number }

/**
 * Wilson's score interval for k successes in n (Wilson 1927): the default for display. Without observations nothing is
 * known, so n = 0 gives [0, 1]. Throws RangeError where k and n are not counts with k ≤ n, or level is not in (0, 1).
 */
export function wilson(k: number, n: number, level = 0.95): Range {
  check(k, n, level)
  if (n === 0) return { low: 0, high: 1 }
  const z = jStat.normal.inv(1 - (1 - level) / 2, 0, 1)
  const p = k / n
  const scale = 1 + (z * z) / n
  const centre = (p + (z * z) / (2 * n)) / scale
  const half = (z / scale) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  return around(p, centre - half, centre + half)
}

/**
 * Clopper and Pearson's exact interval (1934), which never covers less than `level`: for claims of safety and of
 * determinism. Bounds are quantiles of the beta distribution. Same arguments and errors as `wilson`.
 */
export function clopperPearson(k: number, n: number, level = 0.95): Range {
  check(k, n, level)
  if (n === 0) return { low: 0, high: 1 }
  const tail = (1 - level) / 2
  return around(k / n, k === 0 ? 0 : jStat.beta.inv(tail, k, n - k + 1), k === n ? 1 : jStat.beta.inv(1 - tail, k + 1, n - k))
}

/** Rounding must not push a bound past the estimate, or out of [0, 1]. */
function around(p: number, low: number, high: number): Range {
  return { low: p === 0 ? 0 : Math.max(0, Math.min(p, low)), high: p === 1 ? 1 : Math.min(1, Math.max(p, high)) }
}

function check(k: number, n: number, level: number): void {
  if (!Number.isInteger(k) || !Number.isInteger(n) || k < 0 || k > n) throw new RangeError(`not a count of successes: ${k} of ${n}`)
  if (!(level > 0 && level < 1)) throw new RangeError(`not a level: ${level}`)
}
