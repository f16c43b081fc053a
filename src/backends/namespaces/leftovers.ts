import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Leftover } from '../../contract/index.ts'
import { findDeadBuilds } from '../rootfs/leftovers.ts'
import { runs } from '../process.ts'
import { placesRoots, recordedGroups } from '../places.ts'

const PLACE = /^forks-(\d+)-(\d+)-[A-Za-z0-9]+$/
const GROUP = /^polygraph-(\d+)-(\d+)$/

/**
 * What dead runs left: the directories of their servers wherever TMPDIR was, their control groups where those were killed
 * before they could remove them, and what killed builds left in the cache. Mounts and processes die with the server,
 * whatever happens to it. Groups come first, since a place says where they are.
 */
export async function findLeftovers(cacheDir: string): Promise<readonly Leftover[]> {
  return [...deadGroups(), ...deadPlaces(), ...await deadBuilds(cacheDir)]
}

/** Removes one leftover: nothing but what is listed as one at this moment, so nothing foreign and nothing alive. */
export async function removeLeftover(leftover: Leftover, cacheDir: string): Promise<void> {
  const listed = (await findLeftovers(cacheDir)).some(({ kind, id }) => kind === leftover.kind && id === leftover.id)
  if (!listed) throw new Error(`${leftover.id} is no ${leftover.kind} that a dead run of ours left`)
  if (leftover.kind === 'cgroup') await removeGroups([leftover.id])
  else await rm(leftover.id, { recursive: true, force: true })
}

/** Removes control groups and the ones below them. The last processes in one may take a moment to go. */
export async function removeGroups(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (let attempt = 0; existsSync(path); attempt++) {
      try {
        for (const name of names(path)) await rmdir(join(path, name))
        await rmdir(path)
      } catch (error) {
        if (attempt > 100) throw error
        await setTimeout(20)
      }
    }
  }
}

function isDead([, pid, start = '']: readonly string[]): boolean {
  return !runs(Number(pid), start)
}

function deadPlaces(): Leftover[] {
  return places().flatMap((path): Leftover[] => {
    const match = PLACE.exec(basename(path))
    if (match === null || !isDead(match)) return []
    return [{ kind: 'directory', id: path, because: `its run, process ${match[1]}, is dead` }]
  })
}

/** Without flock, which every build needs, there was none. */
async function deadBuilds(cacheDir: string): Promise<Leftover[]> {
  const dirs = await findDeadBuilds(cacheDir).catch(() => [])
  return dirs.map((id): Leftover => ({ kind: 'directory', id, because: 'the build of an environment that made it is dead' }))
}

/** A server's groups lie where it was started from, which need not be where we are: its place says where. */
function deadGroups(): Leftover[] {
  const recorded = places().flatMap(recordedGroups)
  const near = groupParents().flatMap((parent) => names(parent).map((name) => join(parent, name)))
  return [...new Set([...recorded, ...near])].flatMap((path): Leftover[] => {
    const match = GROUP.exec(basename(path))
    if (match === null || !isDead(match) || !isGroup(path)) return []
    return [{ kind: 'cgroup', id: path, because: `its fork server, process ${match[1]}, is dead` }]
  })
}

function places(): readonly string[] {
  return placesRoots().flatMap((root) => names(root).map((name) => join(root, name)))
}

const isGroup = (path: string): boolean => existsSync(join(path, 'cgroup.procs'))

/** Control group directories below which a server of this user may have made its own. */
function groupParents(): string[] {
  const own = new Map(lines('/proc/self/cgroup').flatMap((line) => {
    const [, controllers = '', path = ''] = line.split(':')
    return controllers.split(',').map((controller) => [controller, path] as const)
  }))
  const parents = lines('/proc/self/mountinfo').flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ')
    const point = left.split(' ')[4] ?? ''
    const kind = right.split(' ')[0]
    if (kind === 'cgroup2') {
      const path = join(point, own.get('') ?? '/')
      return [point, path, join(path, '..')]
    }
    const controller = kind === 'cgroup' ? (right.split(' ').at(-1) ?? '').split(',').find((option) => option === 'memory' || option === 'pids') : undefined
    return controller === undefined ? [] : [join(point, own.get(controller) ?? '/')]
  })
  return [...new Set(parents)]
}

function lines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}

/** Sub-directories by name; a link is none. */
function names(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  } catch {
    return []
  }
}
