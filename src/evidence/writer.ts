import { join } from 'node:path'
import type { Randomness } from '../contract/index.ts'
import type { Documents, TrialRow } from '../schema/index.ts'
import type { EvidenceFolder } from './folder.ts'
import { openFolder, syncFolder } from './folder.ts'
import { rowDigest } from './row-line.ts'

/** Trials that wait to be written: enough that none waits for the disk, and few enough that memory stays flat. */
const WAITING = 48
const AT_ONCE = 4
/** How long the first of a group waits for company. A sync serves all files that wait for one. */
const GATHER_MS = 100

export interface EvidenceWriter {
  /** Takes a trial over; resolves at once, unless too many wait. Rejects once anything could not be written. */
  add(row: TrialRow, documents: Documents): Promise<void>
  /** Resolves when all that was added is on disk, rows included. */
  flush(): Promise<void>
}

/**
 * Writes trials off their own critical path, in groups: the evidence of a group first, then, with the names on disk, its
 * rows through `append`. So a row never names evidence that a power cut could take.
 */
export async function openEvidence(run: string, dir: string, append: (rows: readonly TrialRow[]) => Promise<void>, randomness: Randomness): Promise<EvidenceWriter> {
  const place = join(dir, 'evidence')
  const folder = await openFolder(place, randomness)
  const queue: Waiting[] = []
  let working: Promise<void> | null = null
  let broken: { readonly because: unknown } | null = null
  let hurry: (() => void) | null = null

  async function work(): Promise<void> {
    await new Promise<void>((go) => {
      const timer = setTimeout(go, GATHER_MS)
      hurry = () => { clearTimeout(timer); go() }
    })
    while (queue.length > 0) {
      const group = queue.splice(0, WAITING)
      const rows = await all(group, ({ row, documents }) => writeOne(folder, run, row, documents))
      await syncFolder(place)
      await append(rows)
    }
  }

  function start(): Promise<void> {
    working ??= work().catch((because: unknown) => { broken ??= { because } }).finally(() => {
      working = null
      hurry = null
      // What came between the last look and now.
      if (queue.length > 0 && broken === null) void start()
    })
    return working
  }

  async function settled(): Promise<void> {
    while (queue.length > 0 && broken === null || working !== null) {
      const going = start()
      hurry?.()
      await going
    }
    if (broken !== null) throw broken.because
  }

  return {
    async add(row, documents) {
      if (broken !== null) throw broken.because
      queue.push({ row, documents })
      if (queue.length >= WAITING) return settled()
      void start()
    },
    flush: settled,
  }
}

interface Waiting { readonly row: TrialRow; readonly documents: Documents }

async function writeOne(folder: EvidenceFolder, run: string, row: TrialRow, documents: Documents): Promise<TrialRow> {
  return { ...row, evidence: await folder.write({ run, trial: row.id, row: rowDigest(row), documents }) }
}

/** In the order given, a few at a time. Rejects with the first failure once none is under way. */
async function all<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  let next = 0
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < items.length && failures.length === 0) {
      const index = next++
      await work(items[index]!).then((result) => { results[index] = result }, (thrown: unknown) => { failures.push(thrown) })
    }
  }))
  if (failures.length > 0) throw failures[0]
  return results
}
