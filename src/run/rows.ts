import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { lineOf } from '../evidence/index.ts'
import type { TrialRow } from '../schema/index.ts'

/** How long a row may sit in the page cache: it survives our own death at once, and a power cut after this. */
const SYNC_MS = 250

/** Appends rows to trials.jsonl: whole lines, those of one call in one write. */
export interface RowWriter { append(...rows: readonly TrialRow[]): Promise<void>; close(): Promise<void> }

/**
 * Opens trials.jsonl for appending, and makes it if it isn't there. After a write that failed, as on a full disk, nothing
 * more is written, and what there is of those rows is cut off again.
 */
export async function openRows(file: string): Promise<RowWriter> {
  const handle = await open(file, 'a', 0o644)
  const sync = syncer(handle)
  let whole = (await handle.stat()).size
  let last: Promise<void> = Promise.resolve()
  async function write(lines: Buffer): Promise<void> {
    try {
      await handle.appendFile(lines)
      whole += lines.length
    } catch (thrown) {
      await handle.truncate(whole).catch(() => {})
      throw thrown
    }
  }
  return {
    append(...rows) {
      last = last.then(() => write(Buffer.from(rows.map((row) => `${lineOf(row)}\n`).join('')))).then(() => sync.soon())
      return last
    },
    async close() {
      await last.catch(() => {})
      await sync.now()
      await handle.close()
    },
  }
}

/** One sync for all rows of a quarter of a second: a sync a row would halve the throughput that EXP3 measures. */
function syncer(handle: FileHandle): { soon(): void; now(): Promise<void> } {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = null
        running = handle.datasync().catch(() => {})
      }, SYNC_MS)
    },
    async now() {
      if (timer !== null) clearTimeout(timer)
      await running
      await handle.datasync()
    },
  }
}
