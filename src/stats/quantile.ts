/**
 * The quantile of type 7 of Hyndman and Fan (1996), R's default: linear between order statistics at 1 + (n − 1)p.
 * Throws RangeError for no samples or p outside [0, 1].
 */
export function quantile(samples: readonly number[], p: number): number {
  if (samples.length === 0 || !(p >= 0 && p <= 1)) throw new RangeError(`no quantile ${p} of ${samples.length} samples`)
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * p
  const below = sorted[Math.floor(at)]!
  const above = sorted[Math.ceil(at)]!
  return below + (above - below) * (at - Math.floor(at))
}

/** One step of an empirical distribution: the share of samples ≤ x, and the band around it. */
export interface EcdfStep { readonly x: number; readonly y: number; readonly low: number; readonly high: number }

/**
 * The empirical distribution with the band of Dvoretzky, Kiefer, Wolfowitz and Massart, half-width √(ln(2/α)/(2n)), which
 * holds for the whole curve at once. One step for each distinct sample, in order.
 */
export function ecdfBand(samples: readonly number[], level = 0.95): readonly EcdfStep[] {
  const sorted = samples.toSorted((a, b) => a - b)
  const half = Math.sqrt(Math.log(2 / (1 - level)) / (2 * sorted.length))
  return sorted.flatMap((x, index) => {
    if (sorted[index + 1] === x) return []
    const y = (index + 1) / sorted.length
    return [{ x, y, low: Math.max(0, y - half), high: Math.min(1, y + half) }]
  })
}
