import { AsyncLocalStorage } from 'node:async_hooks'
import type { Traced } from '../backends/trace.ts'
import type { Actions, Position } from '../evidence/index.ts'
import type { Compared } from '../schema/index.ts'

/** Wrong answers are kept first, then right ones, up to this many a verifier. */
const ANSWERS = 40
const LONGEST = 300

/** What is noted of one trial while it runs. */
export interface Notes { readonly actions: Actions; readonly compared: Map<string, { count: number; answers: Compared[] }> }

interface Standing extends Position { readonly notes: Notes }

/**
 * Who is at work, for which trial. Several trials run at once and share prepared states, one oracle and at times a box, so
 * a call is told by the context it is made in and not by the fork it is made in.
 */
const trail = new AsyncLocalStorage<Standing>()

/** Does work of a trial. What it calls in forks is noted as of that trial, stage and actor. */
export function noted<T>(notes: Notes, position: Position, work: () => Promise<T>): Promise<T> {
  return trail.run({ notes, ...position }, work)
}

/** Does work of the trial at hand on behalf of somebody: a verifier, the oracle. */
export function onBehalfOf<T>(by: string, work: () => Promise<T>): Promise<T> {
  const standing = trail.getStore()
  return standing === undefined ? work() : trail.run({ ...standing, by }, work)
}

/** Takes a call that was made in a fork. One that no trial made leaves no trace. */
export function noteCall(call: Traced): void {
  const standing = trail.getStore()
  standing?.notes.actions.add(call, standing)
}

/** A verifier begins anew: what it compared before doesn't count. */
export function forgetCompared(verifier: string): void {
  trail.getStore()?.notes.compared.delete(verifier)
}

/** Takes answers that a verifier compared. The oracle's are no answers of this trial. */
export function noteCompared(verifier: string, answers: readonly Compared[]): void {
  const standing = trail.getStore()
  if (standing === undefined || standing.by !== verifier) return
  const { compared } = standing.notes
  const known = compared.get(verifier) ?? { count: 0, answers: [] }
  const all = [...known.answers, ...answers.map(short)]
  compared.set(verifier, { count: known.count + answers.length, answers: [...all.filter(({ got }) => got !== null), ...all.filter(({ got }) => got === null)].slice(0, ANSWERS) })
}

function short({ call, expected, got }: Compared): Compared {
  return { call: call.slice(0, LONGEST), expected: expected.slice(0, LONGEST), got: got === null ? null : got.slice(0, LONGEST) }
}
