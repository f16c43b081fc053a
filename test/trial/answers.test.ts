import { describe, expect, test } from 'vitest'
import type { Case, Value } from '../../src/schema/index.ts'
import { answersJson } from '../../src/trial/answers.ts'
import { python } from '../schema/python.ts'

const returns = (value: Value): Case => ({ kind: 'call', call: 'f', args: [value], expect: { returns: value } })
const float = (value: number): Value => ({ type: 'float', value })

test('calls, raises, steps and programs are told apart, and the marker stands last', () => {
  const cases: readonly Case[] = [
    { kind: 'call', call: 'add', args: [{ type: 'int', value: 10n }, { type: 'int', value: 20n }], expect: { returns: { type: 'int', value: 30n } } },
    { kind: 'call', call: 'add', args: [{ type: 'none' }], expect: { raises: 'TypeError' } },
    { kind: 'steps', make: 'Stock', args: [], steps: [{ call: 'count', args: [{ type: 'str', value: 'a"b' }], expect: { returns: { type: 'bool', value: false } } }] },
    { kind: 'program', argv: ['x'], stdin: 'in', files: { a: '1' }, expect: { stdout: 'out', exit: 2, files: { b: '2' } } },
  ]
  expect(JSON.parse(answersJson(cases, 'rev-1'))).toEqual([
    { call: 'add', args: [10, 20], returns: 30 },
    { call: 'add', args: [null], raises: 'TypeError' },
    { make: 'Stock', args: [], steps: [{ call: 'count', args: ['a"b'], returns: false }] },
    { argv: ['x'], stdin: 'in', files: { a: '1' }, stdout: 'out', exit: 2, writes: { b: '2' } },
    { revision: 'rev-1' },
  ])
  expect(JSON.parse(answersJson([]))).toEqual([])
})

test('a dict keeps every key, also those that JavaScript would reorder or take for its own', () => {
  const key = (name: string): readonly [Value, Value] => [{ type: 'str', value: name }, { type: 'int', value: 1n }]
  expect(answersJson([returns({ type: 'dict', entries: [key('b'), key('1'), key('__proto__'), key('0')] })])).toContain('{"b": 1, "1": 1, "__proto__": 1, "0": 1}')
})

describe('a number stays the value that it is', () => {
  test.each([
    ['a whole float', float(100), '100.0'], ['a negative zero', float(-0), '-0.0'], ['a small one', float(1e-7), '1e-07'],
    ['a large one', float(1e22), '1e+22'], ['an integer beyond 2**53', { type: 'int', value: 9007199254740993n }, '9007199254740993'],
  ] as const)('%s', (_, value, text) => {
    expect(answersJson([returns(value)])).toContain(`"returns": ${text}}`)
  })

  test('and Python reads it back so', () => {
    const values: readonly Value[] = [float(100), float(-0), float(1e22), float(5e-324), { type: 'int', value: 2n ** 70n }]
    const program = 'import json, sys\nprint(json.dumps([repr(case["returns"]) for case in json.loads(json.load(sys.stdin))]))'
    expect(python(program, answersJson(values.map(returns)))).toEqual(['100.0', '-0.0', '1e+22', '5e-324', '1180591620717411303424'])
  })
})
