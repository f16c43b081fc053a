import { constants } from 'node:fs'
import { open, readdir, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { printable } from '../schema/index.ts'
import type { TaskFileEntry } from '../schema/index.ts'

/** Bounds of one catalogue folder, far above what any honest one needs. Sizes in bytes. */
export const FOLDER_BOUNDS = { files: 1000, depth: 32, bytesPerFile: 4 * 1024 * 1024, bytes: 32 * 1024 * 1024 } as const

/** What tools leave behind when somebody runs a task by hand; never part of a catalogue. */
const LEFT_BY_TOOLS = new Set(['__pycache__', '.pytest_cache', '.DS_Store', 'node_modules'])

/** Everything in one folder of a catalogue: regular files only, keyed by path below it, in bytewise order of path. */
export type FolderFiles = ReadonlyMap<string, TaskFileEntry>
export interface FolderFault { readonly path: string; readonly what: string; readonly fix: string }

/**
 * Reads a folder without following a link in it. Links, FIFOs, sockets, devices, names that aren't UTF-8 and anything
 * beyond the bounds come back as faults, one each, beside the files that could be read. Modes are 0644 or 0755: all that
 * git keeps.
 */
export async function readFolder(dir: string): Promise<{ readonly files: FolderFiles; readonly faults: readonly FolderFault[] }> {
  const entries: TaskFileEntry[] = []
  const faults: FolderFault[] = []
  let bytes = 0

  async function walk(below: string, depth: number): Promise<void> {
    for (const name of await readdir(join(dir, below), { encoding: 'buffer' })) {
      const decoded = decode(name)
      if (decoded !== null && LEFT_BY_TOOLS.has(decoded)) continue
      if (decoded === null || printable(decoded) !== decoded) {
        faults.push({ path: join(below, printable(name.toString('latin1'))), what: 'its name holds bytes that can\'t be printed', fix: 'rename it to plain text' })
        continue
      }
      if (entries.length + faults.length >= FOLDER_BOUNDS.files) return
      const path = below === '' ? decoded : `${below}/${decoded}`
      const fault = await visit(path, depth)
      if (fault !== null) faults.push({ path, ...fault })
    }
  }

  async function visit(path: string, depth: number): Promise<Omit<FolderFault, 'path'> | null> {
    const found = await lstat(join(dir, path))
    if (found.isDirectory()) {
      if (depth >= FOLDER_BOUNDS.depth) return { what: `lies more than ${FOLDER_BOUNDS.depth} folders deep`, fix: 'flatten the folder' }
      await walk(path, depth + 1)
      return null
    }
    if (!found.isFile()) {
      const type = found.isSymbolicLink() ? 'a symbolic link' : found.isFIFO() ? 'a FIFO' : found.isSocket() ? 'a socket' : 'a device'
      return { what: `is ${type}; a catalogue holds regular files only`, fix: found.isSymbolicLink() ? 'put a copy of the file in its place' : 'remove it' }
    }
    if (found.size > FOLDER_BOUNDS.bytesPerFile) return { what: `has ${found.size} bytes; ${FOLDER_BOUNDS.bytesPerFile} are the most`, fix: 'make it smaller' }
    bytes += found.size
    if (bytes > FOLDER_BOUNDS.bytes) return { what: `takes the folder past ${FOLDER_BOUNDS.bytes} bytes`, fix: 'make the folder smaller' }
    entries.push({ path, bytes: await readRegular(join(dir, path)), mode: (found.mode & 0o111) === 0 ? 0o644 : 0o755 })
    return null
  }

  await walk('', 0)
  if (entries.length + faults.length >= FOLDER_BOUNDS.files) {
    faults.push({ path: '.', what: `holds ${FOLDER_BOUNDS.files} files or more`, fix: 'keep only what the catalogue needs' })
  }
  const sorted = entries.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
  return { files: new Map(sorted.map((entry) => [entry.path, entry])), faults }
}

/** UTF-8 or null; never a replacement character, since that would change what the file says. */
export function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

async function readRegular(file: string): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return new Uint8Array(await handle.readFile())
  } finally {
    await handle.close()
  }
}
