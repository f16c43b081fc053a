import { createHash } from 'node:crypto'
import type { Fork, VerifierContext } from '../../contract/index.ts'
import type { Case, Verdict } from '../../schema/index.ts'
import type { ArtifactFile } from '../artifact.ts'
import { callText } from '../literals.ts'
import { referenceFiles } from '../reference.ts'
import { parseAnswers } from '../strict/answers.ts'
import { bytesOf, judge, put } from '../strict/ask.ts'
import { questionsOf } from '../strict/questions.ts'

/** What came of one batch of cases: the verdict, and which case (and step of it) the first difference is in, where there is one. */
export interface Round { readonly verdict: Verdict; readonly differs: { readonly at: number; readonly step: number } | null }

/** Asks batch after batch of both: the reference in a fork of its own, the candidate in a new one each time. */
export interface Rounds { ask(cases: readonly Case[]): Promise<Round> }

/**
 * What the reference answered, by what it was asked: the first round is the same for every candidate of a run, and most
 * cheats leave one and the same wrong artifact, whose later rounds are the same as well.
 */
export type Known = Map<string, Promise<readonly string[]>>

/** More rounds than the different artifacts of a task come to; the oldest go first. */
const MOST_KNOWN = 500

/** Asks the reference what it was not asked yet. `request` is all that its answers hang on. */
export async function remembered(known: Known, request: Uint8Array, ask: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const key = createHash('sha256').update(request).digest('hex')
  const before = known.get(key)
  // What another trial asked may have ended with that trial; then it is asked again here.
  if (before !== undefined) return before.catch(ask)
  const asked = ask()
  known.set(key, asked)
  asked.catch(() => known.delete(key))
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return asked
}

/**
 * Everything that a round draws comes from the seed, nonce and order of questions included, so that the seed replays it.
 * The seed and the reference's answers stay on the host.
 */
export function roundsOf(context: VerifierContext, candidate: readonly ArtifactFile[], seed: string, known: Known): Rounds {
  const { task } = context
  let reference: Promise<Fork> | null = null
  let count = 0

  async function answersOf(files: readonly ArtifactFile[], fork: Fork, request: ReturnType<typeof questionsOf>['request']) {
    return put(context, { fork, user: 'verifier', files, preload: context.mode === 'fast' }, request)
  }

  return {
    async ask(cases) {
      const nonce = createHash('sha256').update(`${seed} ${count}`).digest('hex').slice(0, 32)
      count += 1
      const { questions, request } = questionsIn(cases, task, nonce)
      const right = await remembered(known, bytesOf(request), async () => {
        reference ??= context.fork('pristine-fork')
        const answers = parseAnswers((await answersOf(referenceFiles(task), await reference, request)).stdout, nonce, questions.length)
        if (answers.state === 'rejected') throw new Error(`the reference of ${task.id} answers no generated cases: ${answers.because}`)
        return answers.texts
      })
      const expected = questions.map((question) => ({ ...question, expected: comparable(right[question.index]!, question.call, task.id) }))
      const fork = await context.fork('pristine-fork')
      const verdict = judge(await answersOf(candidate, fork, request), expected, nonce)
      await fork.discard()
      const index = verdict.evidence['index']
      return { verdict, differs: verdict.verdict === 'fail' && typeof index === 'number' ? placeOf(cases, index) : null }
    },
  }
}

const asked = new WeakMap<readonly Case[], ReturnType<typeof questionsOf> & { readonly nonce: string }>()

/** The first cases of a run are the same for every candidate, and hundreds. */
function questionsIn(cases: readonly Case[], task: VerifierContext['task'], nonce: string): ReturnType<typeof questionsOf> {
  const before = asked.get(cases)
  if (before?.nonce === nonce) return before
  const made = { ...questionsOf(cases, task.language, task.cases.module, nonce), nonce }
  asked.set(cases, made)
  return made
}

/** Two answers without a canonical text would look alike whatever they are, so a reference may not give one. */
function comparable(text: string, call: string, task: string): string {
  if (/^(absent:|make-raise:)|(^|[[,=])object:(?!\{)/.test(text)) throw new Error(`the reference of ${task} gives ${text.slice(0, 60)} for ${call}, which can't be compared`)
  return text
}

/** Which case a question belongs to: a call is one question, a sequence one a step. */
function placeOf(cases: readonly Case[], index: number): { at: number; step: number } {
  let step = index
  for (const [at, one] of cases.entries()) {
    const questions = one.kind === 'steps' ? one.steps.length : 1
    if (step < questions) return { at, step }
    step -= questions
  }
  throw new Error(`there is no question ${index}`)
}

/** A case as a person would write it, as far as the step that differs. */
export function caseText(one: Case, step: number, task: VerifierContext['task']): string {
  if (one.kind === 'program') return [...(task.program ?? []), ...one.argv].join(' ')
  if (one.kind === 'call') return callText(one.call, one.args, task.language)
  return [{ call: one.make, args: one.args }, ...one.steps.slice(0, step + 1)].map(({ call, args }) => callText(call, args, task.language)).join('; ')
}
