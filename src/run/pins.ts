import type { Snapshot } from '../contract/index.ts'
import { BackendUnavailable } from '../contract/index.ts'
import { sha256 } from '../evidence/index.ts'

/** Something that a run stands on is no longer what it was when the run began, so that its rows are not of one thing. */
export class PinMoved extends Error {
  override readonly name = 'PinMoved'
}

/** Digests by the name of what they are of. */
export type Pins = Readonly<Record<string, string>>

/** Throws `PinMoved` with the names of those that are not what they were. A name that is missing now has moved. */
export function compare(then: Pins, now: Pins): void {
  const moved = Object.entries(then).filter(([name, digest]) => now[name] !== digest).map(([name]) => name)
  if (moved.length > 0) throw new PinMoved(`${moved.join(', ')} changed while the run was under way: its trials are not of one thing, and it must be run again`)
}

const BOUNDS = { files: 20_000, bytesPerFile: 64 << 20, bytes: 256 << 20 }

/**
 * What a prepared state is, read from it again: its own digest, and all that lies in it above its base. The base is pinned by
 * its content when the environment is built, and not read again here. Null where the backend can't say: a backend that is
 * gone fails trials, which is told of them.
 */
export async function pinOf(snapshot: Snapshot): Promise<string | null> {
  try {
    const { changes, complete } = await snapshot.changes(BOUNDS)
    return sha256(JSON.stringify([snapshot.digest, complete, changes]))
  } catch (thrown) {
    if (thrown instanceof BackendUnavailable) return null
    throw thrown
  }
}
