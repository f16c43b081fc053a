/** What of a backend can be seen on the host: its processes, mounts, control groups and directories. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './tiers.ts'

export interface Standing {
  readonly processes: readonly string[]
  readonly mounts: readonly string[]
  readonly groups: readonly string[]
  readonly places: readonly string[]
}

/** Everything below the process that holds the backend, itself left out, and what carries its name. */
export function standing(world: Pick<World, 'pid' | 'tmp'>): Standing {
  const tree = descendants(world.pid)
  const servers = serversOf(world)
  return {
    processes: tree.map((pid) => `${pid} ${commandLine(pid)}`),
    mounts: read('/proc/self/mountinfo').split('\n').filter((line) => line.includes(world.tmp) && line.includes('forks')),
    groups: groupNames().filter((name) => servers.some((pid) => name.includes(`/polygraph-${pid}-`))),
    places: places(world),
  }
}

/** The processes that Node started as fork servers. */
export const serversOf = (world: Pick<World, 'pid'>): readonly number[] => childrenOf(world.pid).filter((pid) => commandLine(pid).includes('forkserver'))

export function descendants(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)])
}

export function childrenOf(pid: number): readonly number[] {
  return pids().filter((each) => parentOf(each) === pid)
}

/** Processes that carry this word in their command line, wherever they are. */
export const withWord = (word: string): readonly number[] => pids().filter((pid) => pid !== process.pid && commandLine(pid).split(' ').includes(word))

export function residentKilobytes(pid: number): number {
  return Number(/^VmRSS:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
}

function pids(): readonly number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

const commandLine = (pid: number): string => read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim()

function places({ pid, tmp }: Pick<World, 'pid' | 'tmp'>): readonly string[] {
  return list(tmp).filter((name) => /^polygraph-\d+$/.test(name)).flatMap((name) => list(join(tmp, name)).filter((place) => place.startsWith(`forks-${pid}-`)).map((place) => join(tmp, name, place)))
}

/** Control groups of fork servers, wherever they may have been made. */
export function groupNames(folder = '/sys/fs/cgroup', depth = 6): readonly string[] {
  return list(folder).flatMap((name) => {
    const path = join(folder, name)
    if (/^polygraph-\d+-\d+$/.test(name)) return [path]
    return depth > 0 && !name.includes('.') ? groupNames(path, depth - 1) : []
  })
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  } catch {
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
