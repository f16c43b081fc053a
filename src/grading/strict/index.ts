import type { VerifierContext } from '../../contract/index.ts'
import type { Case, Verdict } from '../../schema/index.ts'
import { pass } from '../../schema/index.ts'
import { takeArtifact } from '../artifact.ts'
import type { Point } from '../point.ts'
import { casesOf, forkPlace } from '../point.ts'
import { ask } from './ask.ts'
import { runPrograms } from './programs.ts'
import { questionsOf } from './questions.ts'

export { parseAnswers } from './answers.ts'
export type { Answers } from './answers.ts'
export { compareAnswers, differenceOf } from './compare.ts'
export { judge } from './ask.ts'
export { questionsOf, shuffled } from './questions.ts'
export type { Question, Request } from './questions.ts'

/**
 * Strict: the process that imports candidate code never decides, and no expected value enters a fork. In a pristine fork
 * the child gets the regular files that the task names and nothing else of the agent's; in a fork of the sealed state it
 * stands in what the agent left.
 */
export async function decideByAnswers(context: VerifierContext, point: Point): Promise<Verdict> {
  return decideCases(context, point, casesOf(context.task, point.cases))
}

/** The same on cases of the caller's own, which may have been made for this one act. */
export async function decideCases(context: VerifierContext, point: Point, cases: readonly Case[]): Promise<Verdict> {
  const artifact = await takeArtifact(context)
  if ('refused' in artifact) return artifact.refused
  const place = forkPlace(point)
  const pristine = place === 'pristine-fork'
  const user = point.user === 'agent' ? 'agent' : 'verifier'
  const files = pristine ? artifact.files : []
  const { questions, request } = questionsOf(cases, context.task.language, context.task.cases.module, context.nonce(16))
  let verdict: Verdict = pass('cases-agree', 'there was nothing to ask')
  if (questions.length > 0) {
    const fork = await context.fork(place)
    verdict = await ask(context, { fork, user, files, preload: pristine && context.mode === 'fast' }, questions, request)
    await fork.discard()
  }
  const programs = cases.filter((one) => one.kind === 'program')
  if (verdict.verdict !== 'pass' || programs.length === 0) return verdict
  return runPrograms(context, { place, user, files }, programs, questions.length)
}
