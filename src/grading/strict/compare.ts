import type { Evidence, FailReason, Verdict } from '../../schema/index.ts'
import { fail, pass, printable } from '../../schema/index.ts'
import type { Question } from './questions.ts'

/** One answer that isn't the right one. */
export interface Difference { readonly reason: FailReason; readonly because: string }

/** What is wrong with an answer, or null. Right is the same canonical text, so the same value of the same type. */
export function differenceOf(expected: string, got: string): Difference | null {
  if (got === expected) return null
  const [want, have] = [kindOf(expected), kindOf(got)]
  if (have === 'absent') return { reason: 'raised', because: 'the artifact has nothing of that name' }
  if (have === 'make-raise') return { reason: 'raised', because: 'making the object raised' }
  if (have === 'raise' && want !== 'raise') return { reason: 'raised', because: 'it raised and should return' }
  if (have !== 'raise' && want === 'raise') return { reason: 'did-not-raise', because: 'it returned and should raise' }
  if (have === 'raise') return { reason: 'wrong-type', because: 'it raised another class of error' }
  if (have !== want) return { reason: 'wrong-type', because: `it returned a ${printable(have, { limit: 40 })} and should return a ${want}` }
  return { reason: 'wrong-answer', because: 'it returned another value' }
}

/** The verdict on a complete set of answers: the first wrong one, and how many were right. */
export function compareAnswers(questions: readonly Question[], texts: readonly string[]): Verdict {
  const differences = questions.map((question) => differenceOf(question.expected, texts[question.index] ?? ''))
  const right = differences.filter((difference) => difference === null).length
  const first = differences.findIndex((difference) => difference !== null)
  if (first === -1) return pass('cases-agree', `all ${questions.length} answers are right`, { questions: questions.length, right })
  const question = questions[first]!
  const { reason, because } = differences[first]!
  return fail(reason, `${question.call}: ${because}`, {
    questions: questions.length, right, ...answerEvidence(question.index, question.call, question.expected, texts[question.index] ?? ''),
  })
}

/** One question and its answer, bounded for a row of evidence. */
export function answerEvidence(index: number, call: string, expected: string, got: string): Evidence {
  return { index, call, expected: printable(expected, { limit: 300 }), got: printable(got, { limit: 300 }) }
}

function kindOf(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf(':')))
}
