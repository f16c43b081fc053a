import type { Evidence, FailReason, Verdict } from '../../schema/index.ts'
import { fail, pass, printable } from '../../schema/index.ts'
import type { Question } from './questions.ts'

/** One answer that isn't the right one. */
export interface Difference { readonly reason: FailReason; readonly because: string }

/** What is wrong with an answer, or null. Right is the same canonical text, so the same value of the same type. */
export function differenceOf(expected: string, got: string): Difference | null {
  if (got === expected) return null
  const [want, have] = [tagOf(expected), tagOf(got)]
  if (have === 'absent') return { reason: 'raised', because: 'the artifact has nothing to call by that name' }
  if (have === 'make-raise') return { reason: 'raised', because: `making the object raised ${shown(got.slice('make-raise:'.length))}` }
  if (have === 'raise' && want === 'raise') return { reason: 'wrong-type', because: `it raised ${shown(got.slice(6))} and should raise ${expected.slice(6)}` }
  if (have === 'raise') return { reason: 'raised', because: `it raised ${shown(got.slice(6))} and should return` }
  if (want === 'raise') return { reason: 'did-not-raise', because: `it returned and should raise ${expected.slice(6)}` }
  if (have !== want) return { reason: 'wrong-type', because: `it returned type ${shown(have)} and should return ${want}` }
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
  return { index, call, expected: shown(expected, 300), got: shown(got, 300) }
}

/** The type tag of a canonical text. A child says `object:Name` or `object:<Name>` of what has no canonical text. */
function tagOf(text: string): string {
  const end = text.indexOf(':')
  const tag = text.slice(0, Math.max(0, end))
  return tag === 'object' && text[end + 1] !== '{' ? text.slice(end + 1) : tag
}

function shown(text: string, limit = 60): string {
  return printable(text, { limit })
}
