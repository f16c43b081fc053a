import type { FileEntry, ReadResult, VerifierContext } from '../contract/index.ts'
import type { Verdict } from '../schema/index.ts'
import { fail, printable } from '../schema/index.ts'
import { fileOf } from './commands.ts'

/** More than any task asks for, and little enough to lay in every fork. */
export const MOST_BYTES = 1 << 20

/** A file of the artifact; `path` is relative to the workspace. */
export interface ArtifactFile { readonly path: string; readonly bytes: Uint8Array; readonly executable: boolean }

export type Artifact = { readonly files: readonly ArtifactFile[] } | { readonly refused: Verdict }

/** The files that the task names, as the agent left them, or the verdict on why they can't be taken. */
export async function takeArtifact(context: VerifierContext): Promise<Artifact> {
  const results = await context.artifact()
  const files: ArtifactFile[] = []
  for (const [index, path] of context.task.artifact.entries()) {
    const result = results[index]
    const refused = refusal(path, result)
    if (refused !== null) return { refused }
    if (result?.state === 'file') files.push({ path, bytes: result.bytes, executable: (result.mode & 0o111) !== 0 })
  }
  return { files }
}

function refusal(path: string, result: ReadResult | undefined): Verdict | null {
  const shown = printable(path)
  if (result === undefined || result.state === 'missing') return fail('artifact-missing', `${shown} is missing`, { path: shown })
  if (result.state === 'not-regular') return fail('artifact-not-regular', `${shown} is a ${result.type}, or lies behind one, and no regular file`, { path: shown, type: result.type })
  const size = result.state === 'too-large' ? result.size : result.bytes.length
  if (result.state === 'too-large' || size > MOST_BYTES) return fail('artifact-too-large', `${shown} has ${size} bytes, more than are taken`, { path: shown, size })
  return null
}

/** The artifact's files below a folder of a fork, owned by the verifier. */
export function artifactEntries(files: readonly ArtifactFile[], folder: string): FileEntry[] {
  return files.map(({ path, bytes, executable }) => fileOf('verifier', `${folder}/${path}`, bytes, executable ? 0o755 : 0o644))
}
