import { median } from 'simple-statistics'

/** One measured call: milliseconds on the wall and of the processor, the latter null where it can't be measured. */
export interface Spent { readonly wall: number; readonly cpu: number | null }

/** One round: what the same input took of the reference and of the candidate, and without any call. */
export interface Round { readonly idle: Spent; readonly reference: Spent; readonly candidate: Spent }

/** As few rounds as say the same, and no more than these. */
export const ROUNDS = { least: 3, most: 9 } as const

/**
 * How many times the reference's time a candidate takes: the median over rounds, each time less what the same input takes
 * when it is given to nothing. Times are only ever compared with those of the same run, and at least a tenth of the
 * reference's counts as its work.
 */
export function ratioOf(rounds: readonly Round[], of: keyof Spent): number | null {
  const ratios = rounds.map(({ idle, reference, candidate }) => ratio(idle[of], reference[of], candidate[of]))
  return ratios.includes(null) ? null : median(ratios as number[])
}

/** What a machine that shares its processors out unevenly adds to a time on the wall. */
const BUSY = 2

/**
 * Whether the rounds together take more than the bound: in processor time, or on the wall, where waiting counts as well, in
 * twice as much. Where processor time is unmeasured the wall alone decides, by the bound itself.
 */
export function isOver(rounds: readonly Round[], bound: number): boolean {
  const [cpu, wall] = [ratioOf(rounds, 'cpu'), ratioOf(rounds, 'wall')!]
  return cpu === null ? wall > bound : cpu > bound || wall > bound * BUSY
}

/** Whether the rounds so far decide: enough of them, and each on the same side of the bound. */
export function decided(rounds: readonly Round[], bound: number): boolean {
  if (rounds.length < ROUNDS.least) return false
  const over = rounds.filter((round) => isOver([round], bound)).length
  return rounds.length >= ROUNDS.most || over === 0 || over === rounds.length
}

function ratio(idle: number | null, reference: number | null, candidate: number | null): number | null {
  if (idle === null || reference === null || candidate === null) return null
  const floor = Math.max(reference / 10, Number.EPSILON)
  return Math.max(candidate - idle, 0) / Math.max(reference - idle, floor)
}
