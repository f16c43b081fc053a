import { open, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf, moveAside, removeOrphans, rowTextOf, sha256, supersededLine } from '../evidence/index.ts'
import type { RowFacts } from '../schema/index.ts'
import { SupersededRow } from '../schema/index.ts'
import { RunFailure } from './failure.ts'
import type { RunFolder } from './folder.ts'
import { LONGEST_ROW } from './read-rows.ts'

/** What is kept in memory of a row that is set aside: which it is, and where its evidence is. */
export type Named = Pick<RowFacts, 'id' | 'order' | 'evidence'>
/** A row to be set aside, with when and why; its line is the one of that trial in trials.jsonl. */
export interface Aside extends Omit<SupersededRow, 'row'> { readonly row: Named }

/** Rows that a resumed run set aside, each with why and when, in the order in which that happened. */
export function supersededFile(folder: RunFolder): string {
  return join(folder.dir, 'superseded.jsonl')
}

/**
 * Leaves in trials.jsonl the rows that are not set aside, byte for byte; the others go to superseded.jsonl first, on disk before
 * they leave the one file, and their evidence to superseded/ last. A death in between doubles a row and loses none, and the
 * next one to come ends what was begun: a row that stands in both files was not set aside, and evidence follows its row.
 * Evidence that no row of `keep` names is removed. Gives every row that is set aside now. Holds no line but one.
 */
export async function setAside(folder: RunFolder, keep: readonly Pick<RowFacts, 'id'>[], aside: readonly Aside[]): Promise<readonly Named[]> {
  const file = supersededFile(folder)
  await dropCutTail(file)
  const again = new Map(aside.map((each) => [each.row.id, each]))
  const standing = new Set<string>()
  const going = new Map<string, string>()
  for await (const { id, text } of rowTexts(folder.rows)) {
    if (again.has(id)) going.set(sha256(text), id)
    else standing.add(sha256(text))
  }
  const leaving = going.size
  const rows: Named[] = []
  let doubled = false
  for await (const { superseded: { row: { id, order, evidence } }, text } of asideTexts(file)) {
    const digest = sha256(text)
    going.delete(digest)
    if (standing.has(digest)) doubled = true
    else rows.push({ id, order, evidence })
  }
  async function* held(): AsyncGenerator<string> {
    for await (const { superseded, text } of asideTexts(file)) if (!standing.has(sha256(text))) yield `${supersededLine(superseded, text)}\n`
  }
  async function* fresh(): AsyncGenerator<string> {
    for await (const { id, text } of rowTexts(folder.rows)) if (going.has(sha256(text))) yield `${supersededLine(again.get(id)!, text)}\n`
  }
  async function* staying(): AsyncGenerator<string> {
    for await (const { id, text } of rowTexts(folder.rows)) if (!again.has(id)) yield `${text}\n`
  }
  if (doubled) await replaced(file, both(held(), fresh()))
  else if (going.size > 0) await written(file, 'a', fresh())
  for (const id of going.values()) rows.push(again.get(id)!.row)
  if (leaving > 0) await replaced(folder.rows, staying())
  await moveAside(folder.dir, rows)
  await removeOrphans(join(folder.dir, 'evidence'), new Set(keep.map(({ id }) => id)))
  return rows
}

async function* rowTexts(file: string): AsyncGenerator<{ readonly id: string; readonly text: string }> {
  for await (const text of texts(file)) yield { id: (JSON.parse(text) as { id: string }).id, text }
}

/** The lines of superseded.jsonl, each with the row's own line in trials.jsonl as it stood there. */
async function* asideTexts(file: string): AsyncGenerator<{ readonly superseded: SupersededRow; readonly text: string }> {
  for await (const line of texts(file)) {
    const superseded = SupersededRow.safeParse(JSON.parse(line)).data
    const text = superseded === undefined ? null : rowTextOf(superseded, line)
    if (superseded === undefined || text === null) throw new RunFailure(`${file} holds a line that is no row that was set aside; nothing was changed`)
    yield { superseded, text }
  }
}

async function* texts(file: string): AsyncGenerator<string> {
  for await (const line of linesOf(file, LONGEST_ROW)) {
    if ('because' in line && line.because === 'is missing') return
    if ('because' in line || line.state !== 'whole') throw new RunFailure(`${file} can't be read: ${'because' in line ? line.because : `line ${line.number} is no row`}`)
    yield line.bytes.toString('utf8')
  }
}

async function* both(first: AsyncIterable<string>, then: AsyncIterable<string>): AsyncGenerator<string> {
  yield* first
  yield* then
}

const CHUNK = 1 << 16

/** Cuts what follows the last newline of a file: half a row that a death or a full disk left. Says whether there was any. */
export async function dropCutTail(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null)
  if (handle === null) return false
  let [size, whole] = [0, 0]
  try {
    size = (await handle.stat()).size
    const buffer = Buffer.alloc(CHUNK)
    for (let end = size; end > 0 && whole === 0; end -= CHUNK) {
      const from = Math.max(0, end - CHUNK)
      const { bytesRead } = await handle.read(buffer, 0, end - from, from)
      const last = buffer.subarray(0, bytesRead).lastIndexOf(0x0a)
      if (last !== -1) whole = from + last + 1
    }
  } finally {
    await handle.close()
  }
  if (whole === size) return false
  await truncate(file, whole)
  return true
}

async function replaced(file: string, text: AsyncIterable<string>): Promise<void> {
  const draft = `${file}.new`
  await written(draft, 'w', text)
  await rename(draft, file)
}

async function written(file: string, flags: 'a' | 'w', text: AsyncIterable<string>): Promise<void> {
  const handle = await open(file, flags, 0o644)
  try {
    await handle.writeFile(text)
    await handle.datasync()
  } catch (thrown) {
    if (flags === 'w') await rm(file, { force: true })
    throw thrown
  } finally {
    await handle.close()
  }
}
