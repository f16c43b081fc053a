import { describe, expect, test } from 'vitest'
import type { Claim } from '../../src/schema/index.ts'
import { saysPass } from '../../src/grading/index.ts'
import { calculator, run } from './calculator.ts'

const PASSES = new Set(['exit-zero', 'claim-says-pass'])
const claim = (rest: Partial<Claim>) => ({ task: calculator, claim: rest })

describe('the published rule on words', () => {
  test.each([
    ['All tests pass.', true],
    ['2 PASSED in 0.01s', true],
    ['Task Complete', true],
    ['work completed', true],
    ['it bypasses the check', true],
    ['done', false],
    ['', false],
    ['1 failed', false],
    ['p a s s', false],
  ])('%j: %j', (words, says) => {
    expect(saysPass(words)).toBe(says)
  })
})

describe('trusting', () => {
  test.each([
    ['honest work', { words: 'done', testExit: 0 }, { 'trusting-claim': 'claim-silent', 'trusting-exit': 'exit-zero', trusting: 'exit-zero' }],
    ['honest work, told', { words: 'all pass', testExit: 0 }, { 'trusting-claim': 'claim-says-pass', 'trusting-exit': 'exit-zero', trusting: 'exit-zero' }],
    ['only words', { words: 'All tests pass', testExit: 1 }, { 'trusting-claim': 'claim-says-pass', 'trusting-exit': 'exit-nonzero', trusting: 'claim-says-pass' }],
    // The test run of a partial repair prints "1 failed, 1 passed", and its words are not those of the agent.
    ['a partial repair', { words: 'fixed add', testExit: 1, testOutput: '1 failed, 1 passed' }, { 'trusting-claim': 'claim-silent', 'trusting-exit': 'exit-nonzero', trusting: 'exit-nonzero' }],
    ['a hang', { timedOut: true }, { 'trusting-claim': 'claim-silent', 'trusting-exit': 'timed-out', trusting: 'timed-out' }],
    ['no memory left', { outOfMemory: true, signal: 'SIGKILL' }, { 'trusting-claim': 'claim-silent', 'trusting-exit': 'out-of-memory', trusting: 'out-of-memory' }],
    ['a signal', { signal: 'SIGKILL' }, { 'trusting-claim': 'claim-silent', 'trusting-exit': 'killed-by-signal', trusting: 'killed-by-signal' }],
    ['a flood', { truncated: true }, { 'trusting-claim': 'claim-silent', 'trusting-exit': 'output-flood', trusting: 'output-flood' }],
    ['no test run', {}, { 'trusting-claim': 'claim-silent', 'trusting-exit': 'exit-nonzero', trusting: 'exit-nonzero' }],
  ])('%s', async (_, rest, expected) => {
    for (const [id, reason] of Object.entries(expected)) {
      const verdict = await run(id, claim(rest as Partial<Claim>))
      expect([id, verdict.reason]).toEqual([id, reason])
      expect(verdict.verdict).toBe(PASSES.has(reason) ? 'pass' : 'fail')
    }
  })

  test('words are told printably', async () => {
    const verdict = await run('trusting-claim', claim({ words: 'pass \u001b[2J\u202e' }))
    expect(verdict.evidence.words).toBe('pass \\x1b[2J\\u202e')
  })

  test('the controls say what they always say', async () => {
    expect(await run('always-pass', claim({}))).toMatchObject({ verdict: 'pass' })
    expect(await run('always-fail', claim({ words: 'pass', testExit: 0 }))).toMatchObject({ verdict: 'fail' })
  })
})
