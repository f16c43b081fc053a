import { describe, expect, test } from 'vitest'
import { changes, isWorse } from '../../src/conformance/index.ts'
import type { Outcome } from '../../src/schema/index.ts'
import { resultOf } from './made.ts'

const compare = (then: Readonly<Record<string, Outcome>>, now: Readonly<Record<string, Outcome>>): readonly string[] =>
  changes(resultsOf(now), { probes: [...resultsOf(then)] }).map(({ id, change }) => `${change} ${id}`)
const resultsOf = (outcomes: Readonly<Record<string, Outcome>>) => Object.entries(outcomes).map(([id, outcome]) => resultOf({ id, outcome }))

describe('against a baseline', () => {
  test.each([
    ['nothing changed', { a: 'pass', b: 'fail' }, { a: 'pass', b: 'fail' }, []],
    ['a pass that fails', { a: 'pass' }, { a: 'fail' }, ['worse a']],
    ['a promise that is no longer made', { a: 'pass' }, { a: 'unsupported' }, ['worse a']],
    ['one that can not be told any more', { a: 'pass' }, { a: 'unverified' }, ['worse a']],
    ['unsupported that fails now', { a: 'unsupported' }, { a: 'fail' }, ['worse a']],
    ['a fail that passes', { a: 'fail' }, { a: 'pass' }, ['better a']],
    ['a new probe', {}, { a: 'pass' }, ['new a']],
    ['a new probe that fails', {}, { a: 'fail' }, ['worse a']],
    ['a probe that was not run', { a: 'pass' }, {}, ['gone a']],
    ['the worst comes first', { a: 'fail', b: 'pass', c: 'pass' }, { a: 'pass', b: 'fail', d: 'pass' }, ['worse b', 'gone c', 'new d', 'better a']],
  ] as const)('%s', (_, then, now, expected) => {
    expect(compare(then as never, now as never)).toEqual(expected)
  })

  test('a change for the worse and a probe that is gone fail a comparison, the others do not', () => {
    const of = (change: 'worse' | 'gone' | 'new' | 'better') => isWorse({ id: 'a', change, before: null, now: null, because: '' })
    expect([of('worse'), of('gone'), of('new'), of('better')]).toEqual([true, true, false, false])
  })
})
