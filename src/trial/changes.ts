import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Change, FileEntry, Snapshot } from '../contract/index.ts'

/**
 * The changes that are the agent's. What the harness laid in the fork before the act (the solution, an exposed answer key)
 * and left as it was is no doing of the agent; what the agent then changed or removed of it is.
 */
export function ofAgent(changes: readonly Change[], laid: readonly FileEntry[]): readonly Change[] {
  if (laid.length === 0) return changes
  const digests = new Map(laid.map((file) => [file.path, createHash('sha256').update(file.bytes).digest('hex')]))
  const folders = new Set(laid.flatMap((file) => parents(file.path)))
  return changes.filter((change) => change.change !== 'added' ||
    (change.type === 'directory' ? !folders.has(change.path) : digests.get(change.path) !== change.sha256 || change.sha256 === null))
}

/** The same snapshot, as verifiers see it: its list of changes is the agent's alone. */
export function withoutLaid(snapshot: Snapshot, laid: readonly FileEntry[]): Snapshot {
  if (laid.length === 0) return snapshot
  return {
    id: snapshot.id,
    digest: snapshot.digest,
    policy: snapshot.policy,
    ...(snapshot.base === undefined ? {} : { base: snapshot.base }),
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
