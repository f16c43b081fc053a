import type { FileHandle } from 'node:fs/promises'
import { link, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Randomness } from '../contract/index.ts'
import type { Documents, EvidenceName, TrialRow } from '../schema/index.ts'
import { EVIDENCE_FILES, EVIDENCE_NAMES, Manifest } from '../schema/index.ts'
import { sha256 } from './kept.ts'
import { digestFile } from './read.ts'

/** A trial to be written: whose evidence it is, and the digest of its row. */
export interface Entry { readonly run: string; readonly trial: string; readonly row: string; readonly documents: Documents }

/** Folders that stand under a name of this form were never finished. No id of a trial begins with a dot. */
const UNFINISHED = /^\.[0-9a-f]+\.unfinished$/
const READ_ONLY = 0o400
/** Files of these contents are there already; more are remembered for as long as they are among the latest. */
const REMEMBERED = 512

/** Writes the evidence of trials below one folder. */
export interface EvidenceFolder {
  /** Writes one trial, whole and on disk when this resolves. Gives the SHA-256 of its manifest. */
  write(entry: Entry): Promise<string>
}

/**
 * Opens `evidence/` of a run, makes it where it isn't there, and removes what a death left unfinished. A file whose content
 * another trial of this run has already becomes a hard link to it, so that it is stored once and each folder is complete.
 */
export async function openFolder(dir: string, randomness: Randomness): Promise<EvidenceFolder> {
  await mkdir(dir, { recursive: true })
  for (const name of await readdir(dir)) if (UNFINISHED.test(name)) await rm(join(dir, name), { recursive: true, force: true })
  const known = new Map<string, string>()

  async function lay(folder: string, name: EvidenceName, text: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
    const bytes = Buffer.from(text)
    const listed = { bytes: bytes.length, sha256: sha256(bytes) }
    const twin = known.get(listed.sha256)
    if (twin !== undefined && await linked(twin, join(folder, name))) return listed
    await writeSynced(join(folder, name), bytes)
    return listed
  }

  return {
    async write({ run, trial, row, documents }) {
      const draft = join(dir, `.${randomness.hex(6)}.unfinished`)
      const place = join(dir, trial)
      await mkdir(draft)
      const files = await Promise.all(EVIDENCE_NAMES.map(async (name) => [name, await lay(draft, name, `${JSON.stringify(EVIDENCE_FILES[name].parse(documents[name]))}\n`)] as const))
      const manifest = `${JSON.stringify(Manifest.parse({ schema: 1, trial, run, row, files: Object.fromEntries(files) }))}\n`
      await writeSynced(join(draft, 'manifest.json'), Buffer.from(manifest))
      await syncFolder(draft)
      await replace(draft, place)
      for (const [name, listed] of files) remember(known, listed.sha256, join(place, name))
      return sha256(manifest)
    },
  }
}

/** What stands there is of a trial that is being repeated: no row names it any more. */
async function replace(draft: string, place: string): Promise<void> {
  if (await stands(place)) await rm(place, { recursive: true, force: true })
  await rename(draft, place)
}

function stands(path: string): Promise<boolean> {
  return lstat(path).then(() => true, () => false)
}

function remember(known: Map<string, string>, digest: string, path: string): void {
  known.delete(digest)
  known.set(digest, path)
  if (known.size > REMEMBERED) known.delete(known.keys().next().value!)
}

/** False where no link can be made: too many of them, the file gone, or a file system without any. Then a copy is written. */
async function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(() => true, (thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT' || thrown.code === 'EROFS') throw thrown
    return false
  })
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', READ_ONLY)
  await closing(handle, async () => {
    await handle.writeFile(bytes)
    await handle.sync()
  })
}

/** A name is on disk when its folder is. */
export async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  await closing(handle, () => handle.sync())
}

async function closing(handle: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await handle.close()
  }
}

/** Removes evidence that no row names: of trials that a resumed run repeats, or of a death between evidence and row. */
export async function removeOrphans(dir: string, named: ReadonlySet<string>): Promise<readonly string[]> {
  const orphans = (await readdir(dir).catch(() => [])).filter((name) => !named.has(name))
  for (const name of orphans) await rm(join(dir, name), { recursive: true, force: true })
  return orphans
}

/** Where the evidence of a row that was set aside lies: below a name that nothing but this evidence can have. */
export const SUPERSEDED = 'superseded'

/**
 * Moves the evidence of rows that were set aside out of the way of the trials that repeat them, to `superseded/` under the
 * digest by which the row names it; on disk when this resolves. What lies there already, or is not what the row names, stays.
 */
export async function moveAside(dir: string, rows: readonly Pick<TrialRow, 'id' | 'evidence'>[]): Promise<void> {
  let moved = 0
  for (const { id, evidence } of rows) {
    const from = join(dir, 'evidence', id)
    const manifest = await digestFile(join(from, 'manifest.json'))
    if (evidence === null || 'because' in manifest || manifest.sha256 !== evidence) continue
    const to = join(dir, SUPERSEDED, evidence)
    if (await stands(to)) continue
    await mkdir(join(dir, SUPERSEDED), { recursive: true })
    await rename(from, to)
    moved += 1
  }
  if (moved === 0) return
  for (const name of [SUPERSEDED, 'evidence', '.']) await syncFolder(join(dir, name))
}
