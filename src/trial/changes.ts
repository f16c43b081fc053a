import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Change, Snapshot } from '../contract/index.ts'
import type { Laid } from './staging.ts'

/**
 * The changes that are the agent's. What the harness laid in the fork before the act (the solution, a forbidden source, a
 * session) and left as it was is no doing of the agent; what the agent then changed or removed of it is.
 */
export function ofAgent(changes: readonly Change[], laid: Laid): readonly Change[] {
  if (isNothing(laid)) return changes
  const digests = new Map(laid.files.map((file) => [file.path, createHash('sha256').update(file.bytes).digest('hex')]))
  const targets = new Map(laid.links.map(({ path, target }) => [path, target]))
  const growing = new Set(laid.growing)
  const folders = new Set([...digests.keys(), ...targets.keys()].flatMap(parents))
  const asLaid = (change: Change): boolean => {
    switch (change.type) {
      case 'directory': return folders.has(change.path)
      case 'file': return growing.has(change.path) || (change.sha256 !== null && digests.get(change.path) === change.sha256)
      case 'link': return change.target !== null && targets.get(change.path) === change.target
      default: return false
    }
  }
  return changes.filter((change) => change.change !== 'added' || !asLaid(change))
}

function isNothing({ files, links, growing }: Laid): boolean {
  return files.length + links.length + growing.length === 0
}

/** The same snapshot, as verifiers see it: its list of changes is the agent's alone. */
export function withoutLaid(snapshot: Snapshot, laid: Laid): Snapshot {
  if (isNothing(laid)) return snapshot
  return {
    id: snapshot.id,
    digest: snapshot.digest,
    policy: snapshot.policy,
    ...(snapshot.base === undefined ? {} : { base: snapshot.base }),
    ...(snapshot.opened === undefined ? {} : { opened: snapshot.opened }),
    fork: (options) => snapshot.fork(options),
    read: (paths, bounds) => snapshot.read(paths, bounds),
    discard: () => snapshot.discard(),
    async changes(bounds) {
      const all = await snapshot.changes(bounds)
      return { ...all, changes: ofAgent(all.changes, laid) }
    },
  }
}

function parents(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...parents(parent)]
}
