import { open, readFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { moveAside, removeOrphans, rowTextOf, supersededLine } from '../evidence/index.ts'
import type { TrialRow } from '../schema/index.ts'
import { SupersededRow } from '../schema/index.ts'
import type { RunFolder } from './folder.ts'

/** Rows that a resumed run set aside, each with why and when, in the order in which that happened. */
export function supersededFile(folder: RunFolder): string {
  return join(folder.dir, 'superseded.jsonl')
}

/**
 * Leaves in trials.jsonl the rows of `keep`, byte for byte; the others go to superseded.jsonl first, on disk before they leave
 * the one file, and their evidence to superseded/ last. A death in between doubles a row and loses none, and the next one to
 * come ends what was begun: a row that stands in both files was not set aside, and evidence follows its row. Evidence that no
 * row names is removed. Gives every row that is set aside now.
 */
export async function setAside(folder: RunFolder, keep: readonly TrialRow[], aside: readonly SupersededRow[]): Promise<readonly TrialRow[]> {
  const again = new Set(aside.map(({ row }) => row.id))
  const lines = await readFile(folder.rows, 'utf8').catch(() => '').then(linesOf)
  const gone = new Map<string, string>()
  const stays: string[] = []
  for (const line of lines) {
    const { id } = JSON.parse(line) as { id: string }
    if (again.has(id)) gone.set(id, line)
    else stays.push(line)
  }
  const [before, standing] = [await readAside(folder), new Set(stays)]
  const held = before.filter(({ text }) => !standing.has(text))
  const known = new Set(held.map(({ text }) => text))
  const fresh = aside.map((superseded) => ({ superseded, text: gone.get(superseded.row.id)! })).filter(({ text }) => text !== undefined && !known.has(text))
  const all = [...held, ...fresh]
  if (held.length < before.length) await replaced(supersededFile(folder), all.map(lineOf).join(''))
  else if (fresh.length > 0) await written(supersededFile(folder), 'a', fresh.map(lineOf).join(''))
  if (gone.size > 0) await replaced(folder.rows, stays.map((line) => `${line}\n`).join(''))
  const rows = all.map(({ superseded }) => superseded.row)
  await moveAside(folder.dir, rows)
  await removeOrphans(join(folder.dir, 'evidence'), new Set(keep.map(({ id }) => id)))
  return rows
}

/** Reads superseded.jsonl; a run in which nothing was set aside has none. */
export async function readSuperseded(folder: RunFolder): Promise<readonly SupersededRow[]> {
  return (await readAside(folder)).map(({ superseded }) => superseded)
}

/** A row that was set aside, and its line in trials.jsonl as it stood there. */
interface Aside { readonly superseded: SupersededRow; readonly text: string }

async function readAside(folder: RunFolder): Promise<readonly Aside[]> {
  const file = supersededFile(folder)
  await dropCutTail(file)
  return linesOf(await readFile(file, 'utf8').catch(() => '')).map((line) => {
    const superseded = SupersededRow.parse(JSON.parse(line))
    return { superseded, text: rowTextOf(superseded, line) ?? JSON.stringify(superseded.row) }
  })
}

/** Cuts what follows the last newline of a file: half a row that a death or a full disk left. Says whether there was any. */
export async function dropCutTail(file: string): Promise<boolean> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole === bytes.length) return false
  await truncate(file, whole)
  return true
}

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1)
const lineOf = ({ superseded, text }: Aside): string => `${supersededLine(superseded, text)}\n`

async function replaced(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  await written(draft, 'w', text)
  await rename(draft, file)
}

async function written(file: string, flags: 'a' | 'w', text: string): Promise<void> {
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
