/** The same tests in every tier: as root in this process, as an ordinary user in one of that user's. */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { createNamespacesBackend, type NamespacesOptions, type Tier } from '../../../../src/backends/namespaces/index.ts'
import type { Backend, FileEntry, Fork, Policy, Snapshot } from '../../../../src/contract/index.ts'
import { ENVIRONMENT } from './environment.ts'
import { remoteBackend } from './remote.ts'
import { ordinaryUserMissing, subordinatesMissing } from './user.ts'

const AS_ROOT = process.getuid?.() === 0

/** Why a tier can't be had by these tests, or null. */
const MISSING: Readonly<Record<Tier, string | null>> = AS_ROOT
  ? { root: null, subuids: ordinaryUserMissing() ?? subordinatesMissing(), 'one-uid': ordinaryUserMissing() }
  : { root: 'these tests do not run as root', subuids: subordinatesMissing() ?? ownRangeMissing(), 'one-uid': null }

function ownRangeMissing(): string | null {
  const { stdout } = spawnSync('sh', ['-c', 'grep -E "^($(id -un)|$(id -u)):[0-9]+:65536" /etc/subuid'], { encoding: 'utf8' })
  return stdout === '' ? 'this user has no range of ids in /etc/subuid' : null
}

export const TIERS: readonly Tier[] = ['root', 'subuids', 'one-uid']

/** Runs a body of tests in each tier. A tier that can't be had is told by name, with the reason. */
export function inEachTier(title: string, body: (tier: Tier) => void, tiers: readonly Tier[] = TIERS): void {
  for (const tier of tiers) {
    const missing = MISSING[tier]
    if (missing === null) describe(`${title} (${tier})`, () => body(tier))
    else describe.skip(`${title} (${tier}): not run, because ${missing}`, () => body(tier))
  }
}

export interface World {
  readonly tier: Tier
  readonly backend: Backend
  /** The process that holds the backend. */
  readonly pid: number
  /** Where the backend has its place. */
  readonly tmp: string
}

export async function openWorld(tier: Tier, options: NamespacesOptions = {}): Promise<World> {
  const weaker = { ...options, tier }
  if (AS_ROOT && tier !== 'root') return { tier, ...await remoteBackend(weaker) }
  return { tier, backend: createNamespacesBackend(weaker), pid: process.pid, tmp: tmpdir() }
}

/** One backend for a body of tests, and one start state; forks and states made by these helpers are discarded after each test. */
export interface Bench extends World {
  readonly start: Snapshot
  fork(): Promise<Fork>
  /** A start state of another policy, kept until the test ends. */
  prepare(files: readonly FileEntry[], policy?: Partial<Policy>): Promise<Snapshot>
  keep<T extends { discard(): Promise<void> }>(thing: T): T
}

export function bench(tier: Tier, files: readonly FileEntry[] = [], policy: Partial<Policy> = {}): () => Bench {
  let made: Bench | undefined
  const kept: { discard(): Promise<void> }[] = []
  beforeAll(async () => {
    const world = await openWorld(tier)
    const start = await world.backend.prepare(ENVIRONMENT, files, policy)
    const keep = <T extends { discard(): Promise<void> }>(thing: T): T => {
      kept.push(thing)
      return thing
    }
    made = {
      ...world, start, keep,
      fork: async () => keep(await start.fork()),
      prepare: async (more, changes) => keep(await world.backend.prepare(ENVIRONMENT, more, changes)),
    }
  })
  afterEach(async () => {
    for (const thing of kept.splice(0).toReversed()) await thing.discard()
  })
  afterAll(() => made?.backend.close())
  return () => {
    if (made === undefined) throw new Error('the backend is not open yet')
    return made
  }
}
