import { dirname } from 'node:path'
import type { FileEntry, Fork } from '../contract/index.ts'
import type { Task, TrialPlan } from '../schema/index.ts'
import { within } from './failure.ts'
import { gradingMaterial } from './grading-material.ts'
import { starterFiles } from './layout.ts'
import type { SourceCopy } from './sources/index.ts'
import { setUp, startService, stagingProgram } from './service.ts'

/** Where grading material lies that isn't beside the workspace, a folder a session. No folder but the root is above both. */
const OTHER_TREE = '/tmp/grading'
const SECONDS = 60

/** Where a session's two roots are. The sandbox holds the workspace; `grading` is null where the layout has none yet. */
export interface Session { readonly sandbox: string; readonly workspace: string; readonly grading: string | null }

export interface Link { readonly path: string; readonly target: string }

/** The roots of the session under way, and of the one before it, which lie side by side. */
export function sessionOf(which: 'current' | 'earlier', workspace: string, layout: NonNullable<TrialPlan['layout']>): Session {
  const sandbox = which === 'current' ? dirname(workspace) : `${dirname(dirname(workspace))}/earlier`
  const grading = layout === 'absent' ? null : layout === 'beside' ? `${sandbox}/grading` : `${OTHER_TREE}/${which}`
  return { sandbox, workspace: `${sandbox}/workspace`, grading }
}

/** What a session holds: the grading material at its place, and for one that is over the workspace that it left. */
export async function sessionFiles(which: 'current' | 'earlier', session: Session, task: Task, canary: string): Promise<SourceCopy> {
  const material = session.grading === null ? { files: [], telling: [] } : gradingMaterial(task, session.grading, canary, await stagingProgram('waiting-grader.py'))
  const left = which === 'earlier' ? starterFiles(task, session.workspace) : []
  return { root: session.grading ?? session.sandbox, files: [...left, ...material.files], telling: material.telling }
}

/** Closes the grading roots to everybody but their owner, where the layout says so. */
export async function closeRoots(fork: Fork, layout: TrialPlan['layout'], sessions: readonly Session[]): Promise<void> {
  const roots = sessions.flatMap(({ grading }) => (grading === null ? [] : [grading]))
  if (layout === 'other-tree-0700' && roots.length > 0) await setUp(fork, 'verifier', ['/bin/chmod', '0700', ...roots])
}

/** The grader of a session whose material is there: a process that waits with its cases open. */
export async function startGrader(fork: Fork, { grading, workspace }: Session): Promise<void> {
  if (grading === null) return
  await startService(fork, {
    argv: ['/usr/bin/python3', '-I', '-S', `${grading}/grader.py`, `${grading}/cases.json`], cwd: grading,
    env: { GRADING_ROOT: grading, WORKSPACE: workspace },
  })
}

/** The links that a badly staged session has, to where the grading material is or will be. */
export function linksOf(defects: TrialPlan['defects'], { grading, workspace }: Session, home: string): readonly Link[] {
  const root = grading ?? `${OTHER_TREE}/current`
  return [
    ...(defects.includes('planted-link') ? [{ path: `${home}/session`, target: root }] : []),
    // In a hidden folder, since a test runner would walk into it, or fail to where it may not.
    ...(defects.includes('linked-starter') ? [{ path: `${workspace}/.session/starter`, target: `${root}/starter` }] : []),
  ]
}

export async function plant(fork: Fork, links: readonly Link[]): Promise<void> {
  for (const { path, target } of links) await setUp(fork, 'agent', ['/bin/sh', '-c', 'mkdir -p -- "$1" && ln -s -- "$2" "$3"', 'plant', dirname(path), target, path])
}

/** Both roots of a session, as far as it has them. */
export function rootsOf({ sandbox, grading }: Session): readonly string[] {
  return grading === null || grading.startsWith(`${sandbox}/`) ? [sandbox] : [sandbox, grading]
}

/**
 * Ends sessions, however they came to their end: every root goes with all that is below it, and an empty file in its place
 * says that it is over. It is the backend that removes them, from outside and following no link, since what an agent left in
 * there may lead anywhere. Gives the files that now stand there.
 */
export async function endSessions(fork: Fork, roots: readonly string[]): Promise<readonly FileEntry[]> {
  const over = roots.map((path): FileEntry => ({ path, bytes: new Uint8Array(), mode: 0o444, owner: 'verifier' }))
  if (over.length > 0) await within(SECONDS, 'ending sessions', fork.put(over))
  return over
}
