/** Decides what is built, the pinned packages or today's, and has them in the cache. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AptOptions } from './apt.ts'
import type { Cache } from './cache.ts'
import { RootfsFailure } from './failure.ts'
import { debsOf, fetchDebs } from './fetch.ts'
import { parseLock, type LockFile } from './lock-file.ts'
import { resolveLock, writeLock } from './pin.ts'
import { recipeDigest } from './recipe.ts'
import type { PinnedPackage, RootfsSource } from './types.ts'

export interface Obtaining {
  source: RootfsSource
  cache: Cache
  apt: AptOptions
  log: (line: string) => void
}

/** Pins `source` to what the mirror has today, and fetches it. */
export async function obtainToday(how: Obtaining): Promise<LockFile> {
  const lock = await resolveLock(how.source, how.cache, how.apt)
  const { missing, because } = await fetchDebs(debsOf(lock.packages), how.cache, how.apt, how.log)
  if (missing.length > 0) throw new RootfsFailure(notFetched(missing, because))
  return lock
}

/** Fetches what `pinned` names; where the mirror no longer has it, today's packages, which the caller tells as drift. */
export async function obtainPinned(how: Obtaining, pinned: LockFile): Promise<LockFile> {
  const replacement = await readReplacement(how, pinned)
  if (replacement !== null) {
    const { missing } = await fetchDebs(debsOf(replacement.packages), how.cache, how.apt, how.log)
    if (missing.length === 0) return replacement
  }
  const { missing, because } = await fetchDebs(debsOf(pinned.packages), how.cache, how.apt, how.log)
  if (missing.length === 0) return pinned

  how.log(`not to be had as pinned: ${missing.map((one) => one.name).join(', ')}; asking ${how.apt.mirror} what it has today`)
  const today = await resolveLock(how.source, how.cache, how.apt).catch((error: unknown) => {
    // The first cause is what the user needs; that the index can't be had either comes second.
    throw error instanceof RootfsFailure ? new RootfsFailure(`${notFetched(missing, because)} ${error.message}`) : error
  })
  const stillThere = missing.filter((one) => today.packages.some((other) => other.name === one.name && other.version === one.version))
  if (stillThere.length > 0) throw new RootfsFailure(notFetched(stillThere, because))
  const failed = await fetchDebs(debsOf(today.packages), how.cache, how.apt, how.log)
  if (failed.missing.length > 0) throw new RootfsFailure(notFetched(failed.missing, failed.because))
  await writeLock(await replacementPath(how, pinned), today)
  return today
}

/** The lock that had to take the place of `pinned` in an earlier build; it is kept so that the next needs no network. */
export async function readReplacement(how: Obtaining, pinned: LockFile): Promise<LockFile | null> {
  const file = await replacementPath(how, pinned)
  return existsSync(file) ? parseLock(await readFile(file, 'utf8'), file) : null
}

async function replacementPath(how: Obtaining, pinned: LockFile): Promise<string> {
  return join(how.cache.drift, `${await recipeDigest(how.source, how.apt.architecture, pinned)}.lock`)
}

function notFetched(missing: readonly PinnedPackage[], because: string): string {
  const names = missing.slice(0, 5).map((one) => `${one.name} ${one.version}`).join(', ')
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
  return `${names}${more} could not be fetched with the expected SHA-256: ${because}. Try again, or set POLYGRAPH_MIRROR to another Debian mirror.`
}
