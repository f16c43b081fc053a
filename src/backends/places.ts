import { lstatSync, readFileSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOf } from './process.ts'
import { register, registeredRoots, rootName } from './register.ts'

/** The directory in which all fork servers of this user have theirs, with this TMPDIR. */
export function placesRoot(): string {
  return join(tmpdir(), rootName())
}

/** A directory of this process, named so that a later one can tell whether its owner is dead. */
export async function makePlace(): Promise<string> {
  const root = placesRoot()
  await mkdir(root, { recursive: true, mode: 0o700 })
  const facts = await lstat(root)
  if (!facts.isDirectory() || facts.uid !== process.getuid?.()) throw new Error(`${root} is not a directory of this user; remove it`)
  await register(root)
  return mkdtemp(join(root, `forks-${process.pid}-${startOf(process.pid)}-`))
}

/** Every directory that holds places of this user: the one that `makePlace` would use, and those it ever used. */
export function placesRoots(): readonly string[] {
  return [...new Set([...(placesRootIsOurs() ? [placesRoot()] : []), ...registeredRoots()])]
}

/** Whether what `makePlace` would use is there and nobody else's. */
function placesRootIsOurs(): boolean {
  const facts = lstatSync(placesRoot(), { throwIfNoEntry: false })
  return facts !== undefined && facts.isDirectory() && facts.uid === process.getuid?.()
}

/** Writes down where a server has its control groups, so that they are found when neither it nor this process is there. */
export async function recordGroups(place: string, groups: readonly string[]): Promise<void> {
  await writeFile(join(place, 'groups'), groups.map((path) => `${path}\n`).join(''))
}

export function recordedGroups(place: string): readonly string[] {
  try {
    return readFileSync(join(place, 'groups'), 'utf8').split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}

export async function removePlace(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true })
}
