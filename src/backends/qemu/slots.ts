/** How many machines may stand at a time, by the memory that each may come to need. */
import { readFileSync } from 'node:fs'

/** What is left to everything else on the host. */
const RESERVE_MB = 1024

/**
 * After this the longest waiting is let in whatever is used. Somebody who has a machine may be waiting for a second one, and machines rarely
 * come to use all that they may: a host that pages is better than one that stands still.
 */
const PATIENCE_MS = 30_000

/** Something that holds memory and could be made again: it makes way where somebody needs what it holds. */
export interface Spare { evict(): Promise<void> }

export interface Slots {
  /** Waits for room for a machine of that size; the function that comes back gives it back, once. */
  take(mb: number): Promise<() => void>
  /** From now on this may be evicted; the function that comes back says that it may not any more. */
  offer(spare: Spare): () => void
}

/** Counts what machines may come to use against `totalMb`. One machine is always let in, or nothing could ever run. */
export function createSlots(totalMb: number = availableMb() - RESERVE_MB, patienceMs: number = PATIENCE_MS): Slots {
  const spares = new Set<Spare>()
  const waiting: { readonly mb: number; go(): void }[] = []
  let used = 0
  const fits = (mb: number): boolean => used === 0 || used + mb <= totalMb

  function letIn(): void {
    const { mb, go } = waiting.shift()!
    used += mb
    go()
  }

  function settle(): void {
    while (waiting.length > 0 && fits(waiting[0]!.mb)) letIn()
    const [first] = spares
    if (waiting.length === 0 || first === undefined) return
    spares.delete(first)
    void first.evict()
  }

  return {
    async take(mb) {
      let late: NodeJS.Timeout | undefined
      await new Promise<void>((go) => {
        const mine = { mb, go }
        waiting.push(mine)
        late = setInterval(() => { if (waiting[0] === mine) letIn() }, patienceMs)
        settle()
      })
      clearInterval(late)
      let held = true
      return () => {
        if (held) used -= mb
        held = false
        settle()
      }
    },
    offer(spare) {
      spares.add(spare)
      settle()
      return () => void spares.delete(spare)
    },
  }
}

/** What could be used without paging, in MiB. */
export function availableMb(text: string = readFileSync('/proc/meminfo', 'utf8')): number {
  return Math.floor(Number(/^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024)
}
