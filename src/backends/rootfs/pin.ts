/** Reads an environment's lock file, or makes it from the signed package index where there is none. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { resolvePackages, type AptOptions } from './apt.ts'
import type { Cache } from './cache.ts'
import { RootfsFailure } from './failure.ts'
import { lockMismatch, parseLock, printLock, sortPackages, type LockFile } from './lock-file.ts'
import { pinNode } from './npm.ts'
import type { Architecture, RootfsSource } from './types.ts'

/** The tree's /bin is a link from the start; this empty package says so, and spares the program that would make it one. */
const ALWAYS = ['usr-is-merged']

/** What the Node binary of the registry is linked against. */
const FOR_NODE = ['libstdc++6']

export function lockPath(source: RootfsSource, architecture: Architecture): string {
  return join(source.dir, `packages.${architecture}.lock`)
}

/** The lock file of `source`; null where there is none. One that was made for other packages is an error. */
export async function readLock(source: RootfsSource, architecture: Architecture): Promise<LockFile | null> {
  const file = lockPath(source, architecture)
  if (!existsSync(file)) return null
  const lock = parseLock(await readFile(file, 'utf8'), file)
  const mismatch = lockMismatch(lock, source)
  if (mismatch !== null) throw new RootfsFailure(`${file} was made for another environment.toml: ${mismatch}. Delete it to pin anew.`)
  return lock
}

/** Resolves `source` against the mirror as it is today. */
export async function resolveLock(source: RootfsSource, cache: Cache, options: AptOptions): Promise<LockFile> {
  const needed = source.node === undefined ? ALWAYS : [...ALWAYS, ...FOR_NODE]
  const packages = await resolvePackages([...new Set([...needed, ...source.packages])], options)
  if (source.node !== undefined) packages.push(await pinNode(source.node, options.architecture, cache, options.tmpDir, options.signal))
  return { suite: source.suite, asked: [...source.packages].sort(), node: source.node ?? null, content: null, packages: sortPackages(packages) }
}

/** Writes a lock file whole or not at all; false where the folder can't be written. */
export async function writeLock(file: string, lock: LockFile): Promise<boolean> {
  try {
    await writeFile(`${file}.new`, printLock(lock))
    await rename(`${file}.new`, file)
    return true
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
