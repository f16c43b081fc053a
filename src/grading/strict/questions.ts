import type { Case, Expectation, Language, Value } from '../../schema/index.ts'
import { canonical, canonicalJavaScript, toWire } from '../../schema/index.ts'
import { callText } from '../literals.ts'

/** One thing to be answered, with what the parent alone knows: the canonical text of the right answer. */
export interface Question { readonly index: number; readonly call: string; readonly expected: string }

/** What is sent to the answering child. It holds no expected value, and no order that says which set a case is from. */
export interface Request { readonly nonce: string; readonly module: string; readonly cases: readonly unknown[] }

/**
 * Questions of the cases that an answering child can take (calls and steps), and the request that puts them. All go to
 * one child: a start per case would cost an interpreter each, and would hide an artifact whose state spoils later calls.
 * They go in an order drawn from the nonce, and answers come back by index, so that an artifact can't learn a case from
 * its place; for right code the order changes nothing.
 */
export function questionsOf(cases: readonly Case[], language: Language, module: string, nonce: string): { questions: readonly Question[]; request: Request } {
  const text = language === 'python' ? canonical : canonicalJavaScript
  const questions: Question[] = []
  const ask = (call: string, args: readonly Value[], expect: Expectation): unknown => {
    const index = questions.length
    questions.push({ index, call: callText(call, args, language), expected: 'raises' in expect ? `raise:${expect.raises}` : text(expect.returns) })
    return { index, call, args: args.map(toWire) }
  }
  const sent = cases.flatMap((one) => {
    if (one.kind === 'program') return []
    if (one.kind === 'call') return [ask(one.call, one.args, one.expect)]
    return [{ make: one.make, args: one.args.map(toWire), steps: one.steps.map((step) => ask(step.call, step.args, step.expect)) }]
  })
  return { questions, request: { nonce, module, cases: shuffled(sent, nonce) } }
}

/** Fisher and Yates' shuffle, driven by the hex digits of a seed; the same seed gives the same order. */
export function shuffled<T>(items: readonly T[], seed: string): T[] {
  const result = [...items]
  let state = Number(BigInt.asUintN(32, BigInt(`0x${seed}`))) || 1
  for (let last = result.length - 1; last > 0; last--) {
    // xorshift32: an order to be replayed, not one to be kept secret.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const chosen = (state >>> 0) % (last + 1)
    ;[result[last], result[chosen]] = [result[chosen]!, result[last]!]
  }
  return result
}
