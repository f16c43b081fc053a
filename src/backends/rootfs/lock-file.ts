/**
 * The lock file of an environment, `packages.<architecture>.lock`: every Debian package of the closure and the Node
 * binary, one a line, each with its SHA-256. Lines that begin with `@` say what was asked for, so that a lock that no
 * longer belongs to its environment.toml is noticed.
 */
import { RootfsFailure } from './failure.ts'
import type { Drift, PinnedPackage, RootfsSource } from './types.ts'

export interface LockFile {
  suite: string
  /** The packages asked for, sorted. */
  asked: string[]
  node: string | null
  /** Content digest of the tree that was built when the lock was made; null where none has been built yet. */
  content: string | null
  packages: PinnedPackage[]
}

const HEADER = [
  '# The packages of this environment, pinned. Generated: to pin anew, delete this file and build the environment.',
  '# name version architecture sha256 size source',
]

/** Prints a lock file; `parseLock` reads it back. Packages are sorted by name. */
export function printLock(lock: LockFile): string {
  const lines = [
    ...HEADER,
    `@suite ${lock.suite}`,
    `@asked ${[...lock.asked].sort().join(' ')}`.trimEnd(),
    ...(lock.node === null ? [] : [`@node ${lock.node}`]),
    ...(lock.content === null ? [] : [`@content ${lock.content}`]),
    ...sortPackages(lock.packages).map((one) =>
      [one.name, one.version, one.architecture, one.sha256, one.size, one.source].join(' '),
    ),
  ]
  return `${lines.join('\n')}\n`
}

/** Packages in the order of lock files, by name. */
export function sortPackages(packages: readonly PinnedPackage[]): PinnedPackage[] {
  return [...packages].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Reads a lock file. `file` is named in errors. */
export function parseLock(text: string, file: string): LockFile {
  const lock: LockFile = { suite: '', asked: [], node: null, content: null, packages: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue
    const words = line.split(' ')
    const [key = '', ...rest] = words
    if (key === '@suite') lock.suite = rest.join(' ')
    else if (key === '@asked') lock.asked = rest
    else if (key === '@node') lock.node = rest.join(' ')
    else if (key === '@content') lock.content = rest.join(' ')
    else lock.packages.push(parsePackage(words, `${file}:${index + 1}`))
  }
  if (lock.suite === '') throw new RootfsFailure(`${file}: no @suite line. Delete the file and build anew.`)
  return lock
}

function parsePackage(words: readonly string[], where: string): PinnedPackage {
  const [name = '', version = '', architecture = '', sha256 = '', size = '', source = ''] = words
  // Names and sources become parts of paths and arguments, so nothing but the characters of Debian's policy gets in.
  const wellFormed =
    words.length === 6 &&
    /^[a-z0-9@/][a-z0-9@/+.-]*$/.test(name) &&
    /^[A-Za-z0-9.+~:-]+$/.test(version) &&
    /^[a-z0-9-]+$/.test(architecture) &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    /^[0-9]{1,12}$/.test(size) &&
    /^(pool\/|npm:)[A-Za-z0-9@/+.~:%_-]+$/.test(source) &&
    !source.split('/').includes('..')
  if (!wellFormed) {
    throw new RootfsFailure(`${where}: not "name version architecture sha256 size source". Delete the file and build anew.`)
  }
  return { name, version, architecture, sha256, size: Number(size), source }
}

/** Says whether `lock` was made for `source`; the text tells how they differ. */
export function lockMismatch(lock: LockFile, source: RootfsSource): string | null {
  if (lock.suite !== source.suite) return `suite ${source.suite} is asked for, ${lock.suite} is pinned`
  const asked = [...source.packages].sort().join(' ')
  if (asked !== lock.asked.join(' ')) return `packages "${asked}" are asked for, "${lock.asked.join(' ')}" are pinned`
  if ((source.node ?? null) !== lock.node) return `node ${source.node ?? 'none'} is asked for, ${lock.node ?? 'none'} is pinned`
  return null
}

/** How the packages of `built` differ from those of `pinned`, by name. */
export function packageDrift(pinned: readonly PinnedPackage[], built: readonly PinnedPackage[]): Drift[] {
  const before = new Map(pinned.map((one) => [one.name, one]))
  const after = new Map(built.map((one) => [one.name, one]))
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return names.flatMap((name): Drift[] => {
    const from = before.get(name)
    const to = after.get(name)
    if (from?.sha256 === to?.sha256) return []
    return [{ kind: 'package', name, from: from?.version ?? null, to: to?.version ?? null }]
  })
}
