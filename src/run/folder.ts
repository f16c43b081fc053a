import { open, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeDeep } from '../backends/make-deep.ts'
import type { Clock, Randomness } from '../contract/index.ts'
import { RunRecord } from '../schema/index.ts'

/** The folder of one run and the files in it that the runner itself writes. */
export interface RunFolder { readonly id: string; readonly dir: string; readonly rows: string; readonly record: string }

/** An id that sorts by time and can't meet another one: `20261130-142732-9f3a1c`. */
export function newRunId(clock: Clock, randomness: Randomness): string {
  const [day, time] = clock.now().toISOString().replace(/[-:]|\.\d+Z/g, '').split('T')
  return `${day}-${time}-${randomness.hex(3)}`
}

export function folderOf(dir: string): RunFolder {
  return { id: basename(dir), dir, rows: join(dir, 'trials.jsonl'), record: join(dir, 'run.json') }
}

/** Why a folder can't be had, and whether the machine is to blame rather than who asked. */
export interface NoFolder { readonly because: string; readonly machine: boolean }
const MACHINE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM'])

/**
 * Makes the folder of a new run: `<runs>/<id>` with `<runs>/latest` pointing at it, or `out`, which must be empty or not
 * be there. Gives the reason where it can't be made.
 */
export async function makeFolder(where: { readonly runs: string; readonly out: string | null }, id: string, randomness: Randomness): Promise<RunFolder | NoFolder> {
  const dir = where.out === null ? resolve(where.runs, id) : resolve(where.out)
  try {
    await makeDeep(dir)
    const there = await readdir(dir)
    if (there.length > 0) return { because: `${dir} is not empty; give a folder of its own`, machine: false }
    if (where.out === null) await pointLatest(dir, randomness)
  } catch (thrown) {
    return { because: `the folder ${dir} can't be made: ${(thrown as Error).message}`, machine: MACHINE.has((thrown as NodeJS.ErrnoException).code ?? '') }
  }
  return { ...folderOf(dir), id }
}

/** A rename, since two runs that start at once must each leave a link that works. */
async function pointLatest(dir: string, randomness: Randomness): Promise<void> {
  const link = join(dirname(dir), `.latest-${randomness.hex(4)}`)
  await symlink(basename(dir), link)
  await rename(link, join(dirname(dir), 'latest'))
}

/** Replaces run.json as a whole, on disk before it is seen. */
export async function writeRecord(folder: RunFolder, record: RunRecord): Promise<void> {
  const draft = `${folder.record}.new`
  const handle = await open(draft, 'w', 0o644)
  try {
    await handle.writeFile(`${JSON.stringify(RunRecord.parse(record), null, 2)}\n`)
    await handle.datasync()
  } catch (thrown) {
    await rm(draft, { force: true })
    throw thrown
  } finally {
    await handle.close()
  }
  await rename(draft, folder.record)
}

/** Reads run.json, or says why it can't be read. */
export async function readRecord(folder: RunFolder): Promise<RunRecord | { readonly because: string }> {
  let text: string
  try {
    text = await readFile(folder.record, 'utf8')
  } catch {
    return { because: `${folder.dir} is no run: it has no run.json` }
  }
  try {
    return RunRecord.parse(JSON.parse(text))
  } catch {
    return { because: `${folder.record} can't be read by this version` }
  }
}
