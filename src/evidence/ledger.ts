import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { constants } from 'node:fs'
import { LedgerLine, NO_LINE } from '../schema/index.ts'
import { syncFolder } from './folder.ts'
import { sha256 } from './kept.ts'
import { locked } from './lock.ts'
import { linesOf } from './read.ts'

const LONGEST = 4096

/** Where the ledger of a run lies: beside its folder. */
export function ledgerOf(runDir: string): string {
  return join(dirname(runDir), 'ledger.jsonl')
}

/** A line of a ledger: what it says, its text, and its SHA-256. Lines count from 1. */
export interface Entry { readonly number: number; readonly line: LedgerLine; readonly text: string; readonly hash: string }
/** What is wrong with a line. */
export interface Fault { readonly number: number; readonly kind: 'malformed' | 'future' | 'cut' | 'broken' | 'unreadable'; readonly what: string }

/**
 * Reads a ledger line by line, and says of each whether it follows from the one before. Goes on after a fault, from the
 * line as it stands.
 */
export async function* readLedger(file: string): AsyncGenerator<Entry | Fault> {
  let previous = NO_LINE
  for await (const line of linesOf(file, LONGEST)) {
    if ('because' in line) {
      yield { number: 0, kind: 'unreadable', what: line.because }
      return
    }
    const { number } = line
    const text = line.bytes.toString('utf8')
    const hash = sha256(line.bytes)
    const parsed = line.state === 'whole' ? parse(text) : null
    if (line.state === 'cut') yield { number, kind: 'cut', what: 'ends without its newline' }
    else if (parsed === null || 'kind' in parsed) yield { number, ...(parsed ?? { kind: 'malformed', what: 'is longer than any line of a ledger' }) }
    else if (parsed.previous !== previous) yield { number, kind: 'broken', what: number === 1 ? 'is not the first line of a ledger: lines before it are gone' : `does not follow from line ${number - 1}: a line was changed, removed, added or moved` }
    if (parsed !== null && !('kind' in parsed)) yield { number, line: parsed, text, hash }
    previous = hash
  }
}

function parse(text: string): LedgerLine | Pick<Fault, 'kind' | 'what'> {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { kind: 'malformed', what: 'is no JSON' }
  }
  const { schema } = (raw ?? {}) as { schema?: unknown }
  if (typeof schema === 'number' && schema > 1) return { kind: 'future', what: `has schema ${schema}, and this version reads 1` }
  const parsed = LedgerLine.safeParse(raw)
  // The text is what is hashed, so that there is one way to write a line.
  return parsed.success && JSON.stringify(parsed.data) === text ? parsed.data : { kind: 'malformed', what: 'is no line of a ledger' }
}

/** What was appended: the line, its hash, where it stands, and which ledger it is. */
export interface Appended { readonly text: string; readonly head: string; readonly lines: number; readonly ledger: string }

/**
 * Appends a run's line, on disk when this resolves. Runs that end at once wait for each other. Refuses to go on from a
 * ledger that doesn't hold, since a new line would vouch for it.
 */
export function appendLine(file: string, { run, sums, at }: Pick<LedgerLine, 'run' | 'sums' | 'at'>): Promise<Appended> {
  return locked(file, async () => {
    let [first, last] = [null as string | null, NO_LINE]
    let lines = 0
    for await (const each of readLedger(file)) {
      if ('kind' in each) throw new Error(`${file}:${each.number} ${each.what}. Move this ledger away, and keep it: the next run begins a new one`)
      first ??= each.hash
      last = each.hash
      lines = each.number
    }
    const text = JSON.stringify({ schema: 1, run, sums, at, previous: last } satisfies LedgerLine)
    const handle = await open(file, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW)
    try {
      await handle.appendFile(`${text}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await syncFolder(dirname(file))
    const head = sha256(text)
    return { text, head, lines: lines + 1, ledger: first ?? head }
  })
}
