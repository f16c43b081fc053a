import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Execution } from '../../src/contract/index.ts'
import { compareAnswers, judge, parseAnswers } from '../../src/grading/index.ts'
import { ended } from './double.ts'

const nonce = '0123456789abcdef'
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const lines = (texts: readonly string[]): string[] => texts.map((text, index) => `${nonce} ${index} ${text}\n`)

const text = fc.oneof(
  fc.bigInt().map((value) => `int:${value}`),
  fc.constantFrom('bool:true', 'none:', 'float:-0.0', 'raise:ValueError', 'str:"a b"', 'list:[int:1,int:2]', 'object:Anything', 'absent:add'),
)
const texts = fc.array(text, { minLength: 1, maxLength: 12 })
const shuffledLines = texts.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(lines(all), { minLength: all.length })))
const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((line) => `${Buffer.from(line, 'utf8').toString('latin1')}\n`),
  fc.constantFrom('\n', ' \n', 'int:5\n', `${nonce}\n`, `${nonce} 0\n`, `${nonce} 00 int:1\n`, `${nonce} -1 int:1\n`, `${nonce}  0 int:1\n`,
    `${nonce} import raise:ValueError\n`, `x${nonce} 0 int:1\n`, `${nonce} 0 int:1`, `${nonce} 99999999 int:1\n`, '2 passed in 0.01s\n'),
  fc.tuple(fc.nat(12), text).map(([index, answer]) => `${nonce} ${index} ${answer}\n`),
)
const inserted = (into: readonly string[], what: string, at: number): string => into.toSpliced(at % (into.length + 1), 0, what).join('')

describe('the answer protocol', () => {
  test('takes a complete set of answers in any order', () => {
    fc.assert(fc.property(shuffledLines, ([all, order]) => {
      expect(parseAnswers(bytes(order.join('')), nonce, all.length)).toEqual({ state: 'answered', texts: all })
    }))
  })

  test('takes nothing that holds anything else, wherever it stands', () => {
    fc.assert(fc.property(shuffledLines, garbage, fc.nat(), ([all, order], extra, at) => {
      expect(parseAnswers(bytes(inserted(order, extra, at)), nonce, all.length).state).toBe('rejected')
    }))
  })

  test('takes nothing that lacks an answer, or the end of one', () => {
    fc.assert(fc.property(shuffledLines, fc.nat(), ([all, order], at) => {
      const without = order.toSpliced(at % order.length, 1).join('')
      expect(parseAnswers(bytes(without), nonce, all.length)).toMatchObject({ state: 'rejected', reason: 'missing-answer', answered: all.length - 1 })
      const whole = order.join('')
      expect(parseAnswers(bytes(whole.slice(0, at % whole.length)), nonce, all.length).state).toBe('rejected')
    }))
  })

  test('takes any bytes without throwing', () => {
    const noise = fc.array(fc.oneof(garbage, text, fc.constant(`${nonce} 1 `)), { maxLength: 20 }).map((parts) => bytes(parts.join('')))
    fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 2000 }), noise), fc.nat(5), (output, count) => {
      const answers = parseAnswers(output, nonce, count)
      expect(answers.state === 'answered' ? answers.texts.length : count).toBe(count)
    }))
  })

  test.each([
    ['nothing', '', 'missing-answer'],
    ['one twice', `${nonce} 0 int:1\n${nonce} 0 int:1\n${nonce} 1 int:2\n`, 'duplicate-answer'],
    ['one too many', `${nonce} 0 int:1\n${nonce} 1 int:2\n${nonce} 2 int:3\n`, 'extra-answer'],
    ['another nonce', `${nonce.replace('0', 'f')} 0 int:1\n`, 'malformed-answer'],
    ['a failed import', `${nonce} import raise:SyntaxError\n`, 'import-failed'],
    ['a failed import after an answer', `${nonce} 0 int:1\n${nonce} import raise:SyntaxError\n`, 'extra-answer'],
    ['an answer after a failed import', `${nonce} import raise:SyntaxError\n${nonce} 0 int:1\n`, 'extra-answer'],
    ['a byte that is no ASCII', `${nonce} 0 str:"\xe9"\n`, 'malformed-answer'],
    ['a tab', `${nonce} 0\tint:1\n`, 'malformed-answer'],
    ['a carriage return', `${nonce} 0 int:1\r\n`, 'malformed-answer'],
    ['a line without its end', `${nonce} 0 int:1`, 'malformed-answer'],
    ['a line without end', `${nonce} 0 str:"${'x'.repeat(3 << 20)}"\n`, 'malformed-answer'],
  ])('gives the reason for %s', (_, output, reason) => {
    expect(parseAnswers(bytes(output), nonce, 2)).toMatchObject({ state: 'rejected', reason })
  })
})

describe('the verdict on an answering process', () => {
  const asked = (all: readonly string[]) => all.map((expected, index) => ({ index, call: `f(${index})`, expected }))
  const run = (output: string, rest: Partial<Execution> = {}) => judge({ ...ended, stdout: bytes(output), ...rest }, asked(['int:1', 'raise:ValueError']), nonce)
  const right = lines(['int:1', 'raise:ValueError']).join('')

  test('passes only on the right answers, each once', () => {
    fc.assert(fc.property(texts, fc.array(fc.oneof(garbage, text.map((answer) => `${nonce} 0 ${answer}\n`)), { maxLength: 3 }), fc.nat(), (all, extra, at) => {
      const output = bytes(lines(all).toSpliced(at % (all.length + 1), 0, ...extra).join(''))
      const verdict = judge({ ...ended, stdout: output }, asked(all), nonce)
      expect(verdict.verdict).toBe(extra.length === 0 ? 'pass' : 'fail')
    }))
    fc.assert(fc.property(texts, texts, (all, other) => {
      const given = all.map((answer, index) => other[index] ?? answer)
      const verdict = judge({ ...ended, stdout: bytes(lines(given).join('')) }, asked(all), nonce)
      expect(verdict.verdict).toBe(given.every((answer, index) => answer === all[index]) ? 'pass' : 'fail')
    }))
  })

  test.each([
    ['right answers', right, {}, 'cases-agree'],
    ['a time-out, even with right answers', right, { timedOut: true, exitCode: null, signal: 'SIGKILL' }, 'timed-out'],
    ['a flood', right, { truncated: { stdout: true, stderr: false } }, 'output-flood'],
    ['a flood of the other stream', right, { truncated: { stdout: false, stderr: true } }, 'cases-agree'],
    ['memory run out', '', { exitCode: null, signal: 'SIGKILL', outOfMemory: true }, 'out-of-memory'],
    ['a signal', `${nonce} 0 int:1\n`, { exitCode: null, signal: 'SIGSEGV' }, 'killed-by-signal'],
    ['a signal within a line', `${nonce} 0 in`, { exitCode: null, signal: 'SIGKILL' }, 'killed-by-signal'],
    ['a signal after the answers', right, { exitCode: null, signal: 'SIGTERM' }, 'killed-by-signal'],
    ['the CPU limit', '', { exitCode: null, signal: 'SIGXCPU' }, 'timed-out'],
    ['the file limit', '', { exitCode: null, signal: 'SIGXFSZ' }, 'out-of-disk'],
    ['an exit code after the answers', right, { exitCode: 3 }, 'exit-nonzero'],
    ['an exit code before them', '', { exitCode: 3 }, 'missing-answer'],
    ['a forged duplicate and a signal', `${right}${nonce} 0 int:1\n`, { exitCode: null, signal: 'SIGKILL' }, 'duplicate-answer'],
    ['a helper that ran out of memory', right, { outOfMemory: true }, 'cases-agree'],
  ])('says %s', (_, output, rest, reason) => {
    expect(run(output, rest).reason).toBe(reason)
  })
})

describe('the comparison', () => {
  test.each([
    ['int:1', 'int:1', 'cases-agree'],
    ['int:1', 'int:2', 'wrong-answer'],
    ['int:1', 'bool:true', 'wrong-type'],
    ['int:1', 'float:1.0', 'wrong-type'],
    ['float:0.0', 'float:-0.0', 'wrong-answer'],
    ['list:[int:1]', 'tuple:[int:1]', 'wrong-type'],
    ['int:1', 'object:Right', 'wrong-type'],
    ['object:{}', 'object:<Right>', 'wrong-type'],
    ['int:1', 'raise:ValueError', 'raised'],
    ['int:1', 'absent:add', 'raised'],
    ['int:1', 'make-raise:ValueError', 'raised'],
    ['raise:ValueError', 'make-raise:ValueError', 'raised'],
    ['raise:ValueError', 'int:1', 'did-not-raise'],
    ['raise:ValueError', 'str:"raise:ValueError"', 'did-not-raise'],
    ['raise:ValueError', 'raise:TypeError', 'wrong-type'],
    ['raise:ValueError', 'raise:own.ValueError', 'wrong-type'],
    ['int:1', 'anything', 'wrong-type'],
    ['int:1', '', 'wrong-type'],
  ])('of %s with %s is %s', (expected, got, reason) => {
    const verdict = compareAnswers([{ index: 0, call: 'f()', expected }], [got])
    expect(verdict.reason).toBe(reason)
    expect(verdict.verdict).toBe(reason === 'cases-agree' ? 'pass' : 'fail')
  })

  test('tells the first wrong answer, how many were right, and bounds what it tells', () => {
    const questions = ['int:1', 'int:2', 'int:3'].map((expected, index) => ({ index, call: `f(${index})`, expected }))
    expect(compareAnswers(questions, ['int:1', `int:${'9'.repeat(5000)}`, 'int:4'])).toMatchObject({
      because: 'f(1): it returned another value', evidence: { index: 1, call: 'f(1)', expected: 'int:2', questions: 3, right: 1 },
    })
    expect(String(compareAnswers(questions, ['int:1', `int:${'9'.repeat(5000)}`, 'int:4']).evidence.got).length).toBeLessThan(400)
  })
})
