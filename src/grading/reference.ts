import type { ReadResult, VerifierContext } from '../contract/index.ts'
import type { Task } from '../schema/index.ts'
import type { ArtifactFile } from './artifact.ts'

/** The reference solution, at the paths of the artifact. The catalogue has refused a task that lacks a file of it. */
export function referenceFiles(task: Task): readonly ArtifactFile[] {
  return task.artifact.map((path) => {
    const found = task.solution.find((file) => file.path === path)
    if (found === undefined) throw new Error(`task ${task.id} has no solution/${path}`)
    return { path, bytes: found.bytes, executable: (found.mode & 0o111) !== 0 }
  })
}

/** The same context with other files in the artifact's place: how a verifier grades what no agent left. */
export function withArtifact(context: VerifierContext, files: readonly ArtifactFile[]): VerifierContext {
  const results = files.map(({ path, bytes, executable }): ReadResult =>
    ({ path: `${context.workspace}/${path}`, state: 'file', bytes, mode: executable ? 0o755 : 0o644, links: 1 }))
  return { ...context, artifact: async () => results }
}
