import { readFileSync, readdirSync } from 'node:fs'
import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Leftover } from '../../contract/index.ts'
import { placesRoot, startOf } from './places.ts'

/**
 * What dead runs left: the directories of their servers and, where those were killed before they could remove them, their
 * control groups. Mounts and processes die with the server, whatever happens to it.
 */
export async function findLeftovers(): Promise<readonly Leftover[]> {
  return [...await deadPlaces(), ...deadGroups()]
}

/** Removes one leftover. Refuses what is not where we put such things, and follows no link. */
export async function removeLeftover(leftover: Leftover): Promise<void> {
  if (leftover.kind === 'directory') {
    if (!PLACE.test(leftover.id.slice(placesRoot().length + 1)) || !leftover.id.startsWith(`${placesRoot()}/`)) throw new Error(`${leftover.id} is none of ours`)
    if ((await lstat(leftover.id)).isDirectory()) await rm(leftover.id, { recursive: true, force: true })
  } else if (leftover.kind === 'cgroup') {
    if (!GROUP.test(leftover.id.slice(leftover.id.lastIndexOf('/') + 1))) throw new Error(`${leftover.id} is none of ours`)
    for (const entry of await readdir(leftover.id, { withFileTypes: true })) {
      if (entry.isDirectory()) await rmdir(join(leftover.id, entry.name))
    }
    await rmdir(leftover.id)
  }
}

const PLACE = /^forks-(\d+)-(\d+)-[A-Za-z0-9]+$/
const GROUP = /^polygraph-(\d+)$/

async function deadPlaces(): Promise<Leftover[]> {
  const names = await readdir(placesRoot()).catch(() => [])
  return names.flatMap((name): Leftover[] => {
    const match = PLACE.exec(name)
    if (match === null || startOf(Number(match[1])) === match[2]) return []
    return [{ kind: 'directory', id: join(placesRoot(), name), because: `its run, process ${match[1]}, is dead` }]
  })
}

function deadGroups(): Leftover[] {
  return groupParents().flatMap((parent) => names(parent).flatMap((name): Leftover[] => {
    const match = GROUP.exec(name)
    if (match === null || isForkServer(Number(match[1]))) return []
    return [{ kind: 'cgroup', id: join(parent, name), because: `its fork server, process ${match[1]}, is dead` }]
  }))
}

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

function isForkServer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('forkserver')
  } catch {
    return false
  }
}

function lines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}

function names(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
