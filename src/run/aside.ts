import { open, readFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { SupersededRow } from '../schema/index.ts'
import type { TrialRow } from '../schema/index.ts'
import type { RunFolder } from './folder.ts'

/** Rows that a resumed run set aside, each with why and when, in the order in which that happened. */
export function supersededFile(folder: RunFolder): string {
  return join(folder.dir, 'superseded.jsonl')
}

/**
 * Leaves in trials.jsonl the rows of `keep`, in their order; the others go to superseded.jsonl first, on disk before they
 * leave the one file, so that a death in between doubles a row and loses none. The next one to come finds it there.
 */
export async function setAside(folder: RunFolder, keep: readonly TrialRow[], aside: readonly SupersededRow[]): Promise<void> {
  if (aside.length === 0) return
  const known = new Set((await readSuperseded(folder)).map(({ row }) => JSON.stringify(row)))
  const fresh = aside.filter(({ row }) => !known.has(JSON.stringify(row)))
  await written(supersededFile(folder), 'a', fresh.map(lineOf).join(''))
  const draft = `${folder.rows}.new`
  await written(draft, 'w', keep.map(lineOf).join(''))
  await rename(draft, folder.rows)
}

/** Reads superseded.jsonl; a run in which nothing was set aside has none. */
export async function readSuperseded(folder: RunFolder): Promise<readonly SupersededRow[]> {
  const file = supersededFile(folder)
  await dropCutTail(file)
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').slice(0, -1).map((line) => SupersededRow.parse(JSON.parse(line)))
}

/** Cuts what follows the last newline of a file: half a row that a death or a full disk left. Says whether there was any. */
export async function dropCutTail(file: string): Promise<boolean> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole === bytes.length) return false
  await truncate(file, whole)
  return true
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`

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
