/**
 * pass@k: the chance that at least one of k runs, drawn without replacement from n of which c passed, passed
 * (1 − C(n−c,k)/C(n,k)). For a deterministic agent it equals `passHatK`; a gap between them is EXP0's signal.
 * Throws RangeError unless 0 ≤ c ≤ n and 1 ≤ k ≤ n.
 */
export function passAtK(n: number, c: number, k: number): number {
  check(n, c, k)
  return 1 - drawnAll(n, n - c, k)
}

/** pass^k: the chance that all of k runs so drawn passed (C(c,k)/C(n,k)). Same errors. */
export function passHatK(n: number, c: number, k: number): number {
  check(n, c, k)
  return drawnAll(n, c, k)
}

/** C(m,k)/C(n,k) as a product, so that nothing overflows. */
function drawnAll(n: number, m: number, k: number): number {
  let chance = 1
  for (let i = 0; i < k; i++) chance *= Math.max(0, m - i) / (n - i)
  return chance
}

function check(n: number, c: number, k: number): void {
  const counts = [n, c, k].every(Number.isInteger)
  if (!counts || c < 0 || c > n || k < 1 || k > n) throw new RangeError(`not a draw of ${k} from ${n} runs with ${c} passes`)
}
