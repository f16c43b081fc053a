import { createHash } from 'node:crypto'
import type { Bounds, Change, Fork, ReadResult, Snapshot } from '../contract/index.ts'
import { withoutLaid } from './changes.ts'
import { within } from './failure.ts'
import { artifactPaths, stands, witnessPath } from './layout.ts'
import type { Laid } from './staging.ts'
import type { Subject } from './subject.ts'

const SEAL_SECONDS = 120
const MIB = 1024 * 1024

/** How much of an agent's artifact is read: more than any artifact has, less than would hurt. */
export const ARTIFACT_BOUNDS: Bounds = { files: 256, bytesPerFile: 4 * MIB, bytes: 16 * MIB }
const CHANGE_BOUNDS: Bounds = { files: 20_000, bytesPerFile: 64 * MIB, bytes: 256 * MIB }

/** What was read from the sealed state, once, for all verifiers and for the record. */
export interface Sealed {
  readonly snapshot: Snapshot
  readonly artifact: readonly ReadResult[]
  readonly witnessed: boolean | null
  readonly changes: readonly Change[]
  readonly artifactDigest: string
  /** Null where the state couldn't be listed whole, and its digest therefore says less than it should. */
  readonly treeDigest: string | null
}

/** Ends every process of the fork, freezes its state and reads what the record needs from it. */
export async function seal(fork: Fork, { agent, task }: Pick<Subject, 'agent' | 'task'>, laid: Laid): Promise<Sealed> {
  const snapshot = withoutLaid(await within(SEAL_SECONDS, 'sealing', fork.seal()), laid)
  try {
    const artifact = artifactPaths(task, snapshot.policy.workspace)
    const witness = agent.witness === undefined ? [] : [witnessPath(agent.witness, snapshot.policy)]
    const { changes, complete } = await within(SEAL_SECONDS, 'listing changes', snapshot.changes(CHANGE_BOUNDS))
    const read = await within(SEAL_SECONDS, 'reading the artifact', snapshot.read([...artifact, ...witness], ARTIFACT_BOUNDS))
    const files = read.slice(0, artifact.length)
    return {
      snapshot, changes,
      artifact: files,
      witnessed: witness.length === 0 ? null : stands(read[artifact.length]),
      artifactDigest: digestOfFiles(task.artifact, files),
      treeDigest: complete ? snapshot.digest : null,
    }
  } catch (thrown) {
    await snapshot.discard().catch(() => {})
    throw thrown
  }
}

/** SHA-256 over the state and content of each file in order, whatever absolute path it lay at. */
export function digestOfFiles(names: readonly string[], files: readonly ReadResult[]): string {
  const hash = createHash('sha256')
  for (const [index, file] of files.entries()) {
    const content = file.state === 'file' ? createHash('sha256').update(file.bytes).digest('hex') : file.state === 'not-regular' ? file.type : ''
    hash.update(`${JSON.stringify([names[index], file.state, content])}\n`)
  }
  return hash.digest('hex')
}
