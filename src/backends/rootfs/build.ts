/** Gives an environment's root file system: from the cache, or built. */
import { hash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { assembleTree } from './assemble.ts'
import { defaultMirror, openCache } from './cache.ts'
import { refuseOnFailure, RootfsFailure } from './failure.ts'
import { packageDrift, type LockFile } from './lock-file.ts'
import { obtainPinned, obtainToday, readReplacement, type Obtaining } from './obtain.ts'
import { lockPath, readLock, writeLock } from './pin.ts'
import { recipeDigest } from './recipe.ts'
import { checkMirror, checkSource } from './source.ts'
import { findTree, recordTree, treeDir, type TreeRecord } from './tree.ts'
import type { Architecture, Drift, Rootfs, RootfsOptions, RootfsRefusal, RootfsSource } from './types.ts'
import { withLock, withWorkshop } from './workshop.ts'

/**
 * Gives the root file system of `source`, building it where the cache hasn't got it. Needs no root, runs no script of
 * a package, and needs no network where the cache holds all that is pinned.
 *
 * A pinned version that the mirror no longer has is replaced by today's, and told in `drift`; so is a tree whose
 * content isn't what the lock file says. An environment without a lock file is pinned now, and the file written beside
 * environment.toml where that is possible.
 */
export async function buildRootfs(source: RootfsSource, options: RootfsOptions): Promise<Rootfs | RootfsRefusal> {
  return refuseOnFailure(async () => {
    checkSource(source)
    const mirror = checkMirror(options.mirror ?? defaultMirror())
    const cache = await openCache(resolve(options.cacheDir))
    const log = options.log ?? (() => {})
    const settings = {
      mirror,
      suite: source.suite,
      architecture: options.architecture ?? hostArchitecture(),
      signal: options.signal,
      offline: options.offline,
    }
    const how: Obtaining = { source, cache, log, apt: { ...settings, tmpDir: cache.tmp } }
    const built = await findBuilt(how)
    if (built !== null) return built

    // One build of an environment at a time: the second finds what the first made.
    const turn = join(cache.locks, `environment-${hash('sha256', lockPath(source, settings.architecture)).slice(0, 32)}`)
    const onWait = (): void => log(`${source.id}: another process builds it; waiting`)
    return withLock(turn, onWait, async () =>
      withWorkshop(cache, async (dir) => (await findBuilt(how)) ?? build({ ...how, apt: { ...how.apt, tmpDir: dir } })),
    )
  })
}

/** The processor of this machine in Debian's words. */
export function hostArchitecture(): Architecture {
  if (process.arch === 'x64') return 'amd64'
  if (process.arch === 'arm64') return 'arm64'
  throw new RootfsFailure(`Environments are built for x64 and arm64, not for ${process.arch}.`)
}

/** The finished tree of the lock file, or of the lock that had to take its place. */
async function findBuilt(how: Obtaining): Promise<Rootfs | null> {
  const pinned = await readLock(how.source, how.apt.architecture)
  if (pinned === null) return null
  for (const lock of [pinned, await readReplacement(how, pinned)]) {
    if (lock === null) continue
    const digest = await recipeDigest(how.source, how.apt.architecture, lock)
    const place = join(how.cache.rootfs, digest)
    const found = findTree(place, digest)
    if (typeof found === 'object') return rootfs(place, found, lock, driftOf(pinned, lock, found))
  }
  return null
}

async function build(how: Obtaining): Promise<Rootfs> {
  const { source, apt, log } = how
  const file = lockPath(source, apt.architecture)
  const pinned = await readLock(source, apt.architecture)
  if (pinned !== null) {
    const lock = await obtainPinned(how, pinned)
    const { record, place } = await ensureTree(how, lock)
    return rootfs(place, record, lock, driftOf(pinned, lock, record))
  }
  log(`${source.id}: no lock file; pinning the packages that ${apt.mirror} has today`)
  const lock = await obtainToday(how)
  const { record, place } = await ensureTree(how, lock)
  const written = await writeLock(file, { ...lock, content: record.contentDigest })
  log(written ? `${source.id}: wrote ${file}` : `${source.id}: ${file} can't be written, so the next build may differ`)
  return rootfs(place, record, lock, written ? [] : lock.packages.map((one): Drift => ({ kind: 'unpinned', name: one.name, to: one.version })))
}

function driftOf(pinned: LockFile, built: LockFile, record: TreeRecord): Drift[] {
  const packages = packageDrift(pinned.packages, built.packages)
  if (packages.length > 0 || pinned.content === null || pinned.content === record.contentDigest) return packages
  return [{ kind: 'content', from: pinned.content, to: record.contentDigest }]
}

/** Builds the tree of `lock` into its place in the cache, unless another environment of the same recipe has. */
async function ensureTree(how: Obtaining, lock: LockFile): Promise<{ record: TreeRecord; place: string }> {
  const { cache, log, source } = how
  const digest = await recipeDigest(source, how.apt.architecture, lock)
  const place = join(cache.rootfs, digest)
  const onWait = (): void => log(`${source.id}: another process builds the same tree; waiting`)
  return withLock(join(cache.locks, `tree-${digest}`), onWait, async () => {
    const found = findTree(place, digest)
    if (typeof found === 'object') return { record: found, place }
    if (found === 'changed') log(`${source.id}: the tree in the cache was changed since it was built; building it again`)
    await rm(place, { recursive: true, force: true })
    await assembleTree(how, lock, treeDir(how.apt.tmpDir))
    const record = recordTree(how.apt.tmpDir, digest)
    await rename(how.apt.tmpDir, place)
    return { record, place }
  })
}

function rootfs(place: string, record: TreeRecord, lock: LockFile, drift: Drift[]): Rootfs {
  return {
    ok: true,
    dir: treeDir(place),
    recipeDigest: record.recipeDigest,
    contentDigest: record.contentDigest,
    packages: lock.packages.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    drift,
  }
}
