/** Builds an environment's root file system, or finds it in the cache. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { alternativesOf, linkAlternatives } from './alternatives.ts'
import type { AptOptions } from './apt.ts'
import { defaultMirror, openCache, removeStale, withLock, type Cache } from './cache.ts'
import { digestTree } from './digest.ts'
import { extractDeb, mergeUsr } from './extract.ts'
import { refuseOnFailure, RootfsFailure } from './failure.ts'
import { debPath, fetchDebs } from './fetch.ts'
import { cacheLibraries, compilePython } from './inside.ts'
import { packageDrift, parseLock, type LockFile } from './lock-file.ts'
import { normalise } from './normalise.ts'
import { fetchNode, placeModules, placeNode } from './npm.ts'
import { lockPath, readLock, resolveLock, writeLock } from './pin.ts'
import { recipeDigest } from './recipe.ts'
import { furnish } from './skeleton.ts'
import { findTree, recordTree, treeDir, type TreeRecord } from './tree.ts'
import type { Architecture, Drift, Rootfs, RootfsOptions, RootfsRefusal, RootfsSource } from './types.ts'

interface Build {
  source: RootfsSource
  architecture: Architecture
  cache: Cache
  apt: AptOptions
  log: (line: string) => void
  signal: AbortSignal | undefined
}

/**
 * Gives the root file system of `source`, building it where the cache hasn't got it. Needs no root, runs no script of
 * a package, and no network where the cache holds all that is pinned.
 *
 * A pinned version that the mirror no longer has is replaced by today's, and told in `drift`; so is a tree whose
 * content isn't what the lock file says. An environment without a lock file is pinned now, and the file written beside
 * environment.toml where that is possible.
 */
export async function buildRootfs(source: RootfsSource, options: RootfsOptions): Promise<Rootfs | RootfsRefusal> {
  return refuseOnFailure(async () => {
    const architecture = options.architecture ?? hostArchitecture()
    const cache = await openCache(options.cacheDir)
    const build: Build = {
      source,
      architecture,
      cache,
      apt: { tmpDir: cache.tmp, mirror: options.mirror ?? defaultMirror(), suite: source.suite, architecture, signal: options.signal },
      log: options.log ?? (() => {}),
      signal: options.signal,
    }
    const pinned = await readLock(source, architecture)
    return pinned === null ? buildUnpinned(build) : buildPinned(build, pinned)
  })
}

/** The processor of this machine in Debian's words. */
export function hostArchitecture(): Architecture {
  if (process.arch === 'x64') return 'amd64'
  if (process.arch === 'arm64') return 'arm64'
  throw new RootfsFailure(`Environments are built for x64 and arm64, not for ${process.arch}.`)
}

async function buildUnpinned(build: Build): Promise<Rootfs> {
  const { source, architecture, log } = build
  const file = lockPath(source, architecture)
  log(`${source.id} has no ${file}: pinning the packages of ${build.apt.mirror} as they are today`)
  const lock = await resolveLock(source, build.cache, build.apt)
  const { missing, because } = await fetchDebs(debs(lock), build.cache, build.apt, log)
  if (missing.length > 0) throw new RootfsFailure(notFetched(missing, because))
  const { record, place } = await ensureTree(build, lock)
  const written = await writeLock(file, { ...lock, content: record.contentDigest })
  log(written ? `wrote ${file}` : `${file} can't be written: the next build may differ`)
  const drift: Drift[] = written ? [] : lock.packages.map((one) => ({ kind: 'unpinned', name: one.name, to: one.version }))
  return rootfs(place, record, lock, drift)
}

async function buildPinned(build: Build, pinned: LockFile): Promise<Rootfs> {
  const lock = await obtain(build, pinned)
  const { record, place } = await ensureTree(build, lock)
  const drift = packageDrift(pinned.packages, lock.packages)
  if (drift.length === 0 && pinned.content !== null && pinned.content !== record.contentDigest) {
    drift.push({ kind: 'content', from: pinned.content, to: record.contentDigest })
  }
  return rootfs(place, record, lock, drift)
}

/** The lock that can be built: the pinned one where its tree or packages are to be had, else today's. */
async function obtain(build: Build, pinned: LockFile): Promise<LockFile> {
  const { source, architecture, cache, log } = build
  const digest = await recipeDigest(source, architecture, pinned)
  if (findTree(join(cache.rootfs, digest), digest) !== null) return pinned

  // A pin that couldn't be had before is still told as drift, but needs no network again.
  const replaced = join(cache.drift, `${digest}.lock`)
  if (existsSync(replaced)) {
    const lock = parseLock(await readFile(replaced, 'utf8'), replaced)
    const { missing } = await fetchDebs(debs(lock), cache, build.apt, log)
    if (missing.length === 0) return lock
  }

  const { missing, because } = await fetchDebs(debs(pinned), cache, build.apt, log)
  if (missing.length === 0) return pinned

  log(`${missing.length} pinned packages could not be fetched: asking ${build.apt.mirror} what it has`)
  const today = await resolveLock(source, cache, build.apt)
  const still = missing.filter((one) => today.packages.some((other) => other.name === one.name && other.version === one.version))
  if (still.length > 0) throw new RootfsFailure(notFetched(still, because))
  const failed = await fetchDebs(debs(today), cache, build.apt, log)
  if (failed.missing.length > 0) throw new RootfsFailure(notFetched(failed.missing, failed.because))
  await writeLock(replaced, today)
  return today
}

function debs(lock: LockFile): LockFile['packages'] {
  return lock.packages.filter((one) => !one.source.startsWith('npm:'))
}

function notFetched(missing: LockFile['packages'], because: string): string {
  const names = missing.slice(0, 5).map((one) => `${one.name} ${one.version}`).join(', ')
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
  return `${names}${more} could not be fetched with the expected SHA-256: ${because}. Try again, or set POLYGRAPH_MIRROR to another Debian mirror.`
}

/** Finds the tree of `lock` in the cache, or builds it there. At most one process builds a recipe at a time. */
async function ensureTree(build: Build, lock: LockFile): Promise<{ record: TreeRecord; place: string }> {
  const { cache, log, source } = build
  const digest = await recipeDigest(source, build.architecture, lock)
  const place = join(cache.rootfs, digest)
  const onWait = (): void => log(`another process builds ${source.id}: waiting for it`)
  return withLock(`${place}.lock`, onWait, async () => {
    const found = findTree(place, digest)
    if (found !== null) return { record: found, place }
    await rm(place, { recursive: true, force: true })
    const prefix = `build-${digest.slice(0, 16)}-`
    await removeStale(cache, prefix)
    const under = await mkdtemp(join(cache.tmp, prefix))
    try {
      const tree = treeDir(under)
      await mkdir(tree)
      await fillTree(build, lock, tree)
      const { digest: contentDigest, entries, bytes } = digestTree(tree)
      const record = { recipeDigest: digest, contentDigest, entries, bytes }
      await recordTree(under, record)
      await rename(under, place)
      return { record, place }
    } finally {
      await rm(under, { recursive: true, force: true })
    }
  })
}

async function fillTree(build: Build, lock: LockFile, tree: string): Promise<void> {
  const { cache, log, signal, source } = build
  log(`building ${source.id}: unpacking ${lock.packages.length} packages`)
  await mergeUsr(tree)
  for (const one of debs(lock)) await extractDeb(debPath(cache, one), tree, `${one.name} ${one.version}`, signal)
  await furnish(tree)
  const alternatives = await Promise.all(debs(lock).map((one) => alternativesOf(debPath(cache, one))))
  await linkAlternatives(tree, alternatives.flat())

  const node = lock.packages.find((one) => one.source.startsWith('npm:'))
  if (node !== undefined) await placeNode(await fetchNode(node, cache, log, signal), tree, signal)
  if (source.npm !== undefined) await placeModules(join(source.dir, source.npm), tree, cache, log, signal)

  log(`building ${source.id}: compiling Python modules`)
  await cacheLibraries(tree, signal)
  await compilePython(tree, signal)
  normalise(tree)
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
