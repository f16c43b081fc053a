import type { FileHandle } from 'node:fs/promises'
import { open, realpath } from 'node:fs/promises'
import { linesOf, sha256 } from '../evidence/index.ts'
import { canonical } from '../experiments/index.ts'
import type { RowFacts } from '../schema/index.ts'
import { TrialRow } from '../schema/index.ts'
import { slimmer } from './slim.ts'

/** Longer than any row, whose texts are bounded when it is written. */
export const LONGEST_ROW = 4 << 20

/** Where a line stands in its file, in bytes, without its newline. */
interface Place { readonly at: number; readonly bytes: number }

type RowRead =
  | { readonly state: 'row'; readonly row: TrialRow; readonly place: Place }
  /** The last line, without its newline: one that a death cut short. */
  | { readonly state: 'cut' }
  | { readonly state: 'unreadable'; readonly because: string }

/** The rows of trials.jsonl, one at a time and in the order of the file. Ends with the first line that is none. */
async function* eachRow(file: string): AsyncGenerator<RowRead, undefined> {
  let at = 0
  // Unlike verify, a report may be made of a file that is a link.
  for await (const line of linesOf(await realpath(file), LONGEST_ROW)) {
    if ('because' in line) return yield { state: 'unreadable', because: `${file} ${line.because}` }
    if (line.state === 'cut') return yield { state: 'cut' }
    const row = line.state === 'whole' ? parseRow(line.bytes.toString('utf8')) : null
    if (row === null) return yield { state: 'unreadable', because: `${file}:${line.number} is no row of a trial that this version can read` }
    const place = { at, bytes: line.bytes.length }
    at += place.bytes + 1
    yield { state: 'row', row, place }
  }
}

export type Unreadable = { readonly ok: false; readonly because: string }
/** Rows in the order in which trials started. `cutTail`: a last line without its newline is left out. */
export interface Rows<Row> { readonly ok: true; readonly rows: readonly Row[]; readonly cutTail: boolean }

/** All rows of a run as they are; all are held, so this is for a few. */
export async function readRows(file: string): Promise<Rows<TrialRow> | Unreadable> {
  const rows: TrialRow[] = []
  let cutTail = false
  for await (const read of eachRow(file)) {
    if (read.state === 'unreadable') return { ok: false, because: read.because }
    if (read.state === 'cut') cutTail = true
    else rows.push(read.row)
  }
  return { ok: true, rows: started(rows), cutTail }
}

/** What analyses read of the rows of a run, and what gives any of them whole again, from where it stands. */
export interface Facts extends Rows<RowFacts> { readonly whole: (row: RowFacts) => Promise<TrialRow> }

/** Reads the facts of all rows: of ten thousand with 22 verdicts each some tens of MiB, whatever agents said. */
export async function readFacts(file: string): Promise<Facts | Unreadable> {
  const places = new WeakMap<RowFacts, Place>()
  const whole = (row: RowFacts): Promise<TrialRow> => rowAt(file, places.get(row)!)
  const rows: RowFacts[] = []
  const seen = new Map<string, number>()
  const slim = slimmer()
  const put = (index: number, facts: RowFacts, place: Place): void => {
    rows[index] = facts
    places.set(facts, place)
  }
  let cutTail = false
  for await (const read of eachRow(file)) {
    if (read.state === 'unreadable') return { ok: false, because: read.because }
    if (read.state === 'cut') {
      cutTail = true
      continue
    }
    const { row, place } = read
    const twin = seen.get(row.id)
    put(rows.length, twin === undefined ? slim(row) : marked(slim(row), row), place)
    if (twin === undefined) seen.set(row.id, rows.length - 1)
    else {
      const first = rows[twin]!
      put(twin, marked(first, await whole(first)), places.get(first)!)
    }
  }
  return { ok: true, rows: started(rows), cutTail, whole }
}

/** Two rows of one trial may differ in what is left out alone, and must then be told apart. */
function marked(facts: RowFacts, row: TrialRow): RowFacts {
  return { ...facts, whole: sha256(canonical(row)) } as RowFacts
}

async function rowAt(file: string, { at, bytes }: Place): Promise<TrialRow> {
  let handle: FileHandle | null = null
  try {
    handle = await open(file, 'r')
    const buffer = Buffer.alloc(bytes)
    const { bytesRead } = await handle.read(buffer, 0, bytes, at)
    const row = bytesRead === bytes ? parseRow(buffer.toString('utf8')) : null
    if (row === null) throw new Error(`${file} was changed while it was read`)
    return row
  } finally {
    await handle?.close()
  }
}

function started<Row extends Pick<TrialRow, 'order'>>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => a.order - b.order)
}

function parseRow(line: string): TrialRow | null {
  try {
    return TrialRow.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
