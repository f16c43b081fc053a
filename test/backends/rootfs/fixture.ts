/** A tiny environment, `hostname` and what it needs, pinned with the python environment's lines and fetched into its cache. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultCacheDir, defaultMirror, hostArchitecture, type RootfsSource } from '../../../src/backends/rootfs/index.ts'
import { openCache } from '../../../src/backends/rootfs/cache.ts'
import { debPath, fetchDebs } from '../../../src/backends/rootfs/fetch.ts'
import { environment } from './environment.ts'
import { parseLock, printLock, type LockFile } from '../../../src/backends/rootfs/lock-file.ts'

const PYTHON = environment('python').dir
const CLOSURE = new Set(['gcc-12-base', 'hostname', 'libc6', 'libgcc-s1', 'usr-is-merged'])

/** An address where nothing answers: a build that needs it fails at once. */
export const NO_MIRROR = 'http://127.0.0.1:9/debian'

export interface Scene {
  source: RootfsSource
  lock: LockFile
  /** A cache of its own that holds the packages of `lock` and nothing else. */
  cacheDir: string
  /** Rewrites the lock file. */
  relock(lock: LockFile): Promise<void>
  debPath(name: string): string
  remove(): Promise<void>
}

/** A scene in a folder of its own, readable by every user; with `withDebs` false its cache is empty. */
export async function tinyScene({ withDebs = true } = {}): Promise<Scene> {
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-rootfs-'))
  const source: RootfsSource = {
    id: 'tiny',
    dir: join(dir, 'tiny'),
    suite: 'bookworm',
    packages: ['hostname'],
    users: { agent: 'agent', verifier: 'verifier' },
  }
  const architecture = hostArchitecture()
  const cacheDir = join(dir, 'cache')
  await mkdir(source.dir)
  const lock = await tinyLock(architecture)
  const cache = await openCache(cacheDir)
  if (withDebs) await lendDebs(lock, cacheDir, architecture)
  const relock = (next: LockFile): Promise<void> => writeFile(join(source.dir, `packages.${architecture}.lock`), printLock(next))
  await relock(lock)
  return {
    source,
    lock,
    cacheDir,
    relock,
    debPath: (name) => debPath(cache, lock.packages.find((one) => one.name === name)!),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

async function tinyLock(architecture: string): Promise<LockFile> {
  const file = join(PYTHON, `packages.${architecture}.lock`)
  const python = parseLock(await readFile(file, 'utf8'), file)
  const packages = python.packages.filter((one) => CLOSURE.has(one.name))
  return { ...python, asked: ['hostname'], content: null, packages }
}

/** Fetches once into the user's own cache, which the python environment shares, then copies. */
async function lendDebs(lock: LockFile, cacheDir: string, architecture: 'amd64' | 'arm64'): Promise<void> {
  const own = await openCache(defaultCacheDir())
  const lent = await openCache(cacheDir)
  const apt = { tmpDir: lent.tmp, mirror: defaultMirror(), suite: lock.suite, architecture }
  const { missing, because } = await fetchDebs(lock.packages, own, apt, () => {})
  if (missing.length > 0) throw new Error(`the tests' packages could not be fetched: ${because}`)
  for (const one of lock.packages) {
    await copyFile(debPath(own, one), debPath(lent, one))
  }
}
