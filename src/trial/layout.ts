import { WITHOUT } from './ablation.ts'
import type { FileEntry, Policy, ReadResult } from '../contract/index.ts'
import type { Agent, Task, TaskFileEntry, TrialPlan } from '../schema/index.ts'

/** Where things lie in a fork, the same on every backend. */
export const LAYOUT = { workspace: '/workspace', home: '/home/agent' } as const satisfies Partial<Policy>

/**
 * Where they lie where what is beside the workspace matters: a session has a folder of its own, its workspace stands in
 * there, and other sessions stand beside it. No name says anything about the task.
 */
const IN_SESSION = { workspace: '/var/tmp/sessions/current/workspace', home: LAYOUT.home } as const satisfies Partial<Policy>

/** The names of what the harness lays in the agent's HOME. */
export const INSTRUCTION = 'instruction.md'
export const SOLUTION = 'solution'
export const HELD_OUT = 'held-out.json'

/**
 * How the forks of a trial differ from what its environment says: where the workspace stands, and whether agent and grader
 * are one user. Trials with the same answer share their prepared state.
 */
export function policyFor({ layout, actor, exposed, ablation }: Pick<TrialPlan, 'layout' | 'actor' | 'exposed' | 'ablation'>, { exposedTo }: Pick<Agent, 'exposedTo'>): Partial<Policy> {
  const inSession = layout !== null || exposed.includes('answer-key') || exposedTo.includes('answer-key')
  return { ...(inSession ? IN_SESSION : LAYOUT), ...(actor === 'verifier' ? { distinctUsers: false } : {}), ...(ablation === undefined ? {} : WITHOUT[ablation]) }
}

/**
 * What the start state of a task holds, for every agent alike: a copy of its starter files and the instruction. Each file
 * comes as bytes that were read from the starter folder alone, so nothing leads back to what lies beside that.
 */
export function taskFiles(task: Task, layout: Pick<Policy, 'workspace' | 'home'> = LAYOUT): readonly FileEntry[] {
  return [
    ...starterFiles(task, layout.workspace),
    { path: `${layout.home}/${INSTRUCTION}`, bytes: Buffer.from(task.instruction), mode: 0o644, owner: 'agent' },
  ]
}

/** The starter files alone, below a folder. */
export function starterFiles(task: Task, folder: string): readonly FileEntry[] {
  return task.workspace.map((file) => entry(folder, file, 'agent'))
}

/** A file of a task below a folder of the fork. */
export function entry(folder: string, file: TaskFileEntry, owner: FileEntry['owner']): FileEntry {
  return { path: `${folder}/${file.path}`, bytes: file.bytes, mode: file.mode, owner }
}

/** The paths of the artifact inside the fork. */
export function artifactPaths(task: Task, workspace: string): readonly string[] {
  return task.artifact.map((path) => `${workspace}/${path}`)
}

/** A witness is named absolutely, below the HOME (`~/…`) or below the workspace. */
export function witnessPath(witness: string, layout: Pick<Policy, 'workspace' | 'home'>): string {
  if (witness.startsWith('/')) return witness
  return witness.startsWith('~/') ? `${layout.home}/${witness.slice(2)}` : `${layout.workspace}/${witness}`
}

/** True where something stands at the path, of whatever type. */
export function stands(result: ReadResult | undefined): boolean {
  return result !== undefined && result.state !== 'missing'
}
