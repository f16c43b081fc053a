import type { Verifier } from '../contract/index.ts'
import type { Case, CaseSet, Task } from '../schema/index.ts'
import { selectCases } from '../schema/index.ts'

/** The declared point of a verifier: where it stands, what it believes, which cases it checks, as whom it runs. */
export type Point = Pick<Verifier, 'place' | 'believes' | 'cases' | 'user'>

/** The fork a verifier stands in, by its declaration. */
export function forkPlace(point: Point): 'sealed-fork' | 'pristine-fork' {
  return point.place.includes('pristine-fork') ? 'pristine-fork' : 'sealed-fork'
}

/** The cases of a task that a verifier declares; generated ones are made elsewhere. */
export function casesOf(task: Task, sets: readonly CaseSet[]): readonly Case[] {
  return selectCases(task.cases, sets.filter((set) => set !== 'generated'))
}
