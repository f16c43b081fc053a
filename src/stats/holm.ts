/** Holm's step-down adjustment of p-values, in the order given; reject where the adjusted value is below the level. */
export function holm(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p)
  const adjusted = Array.from({ length: pValues.length }, () => 0)
  let floor = 0
  for (const [rank, { p, index }] of order.entries()) {
    floor = Math.max(floor, Math.min(1, p * (pValues.length - rank)))
    adjusted[index] = floor
  }
  return adjusted
}
