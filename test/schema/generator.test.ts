import { describe, expect, test } from 'vitest'
import { AnyCaseGenerator } from '../../src/schema/index.ts'

const call = (...args: readonly unknown[]) => AnyCaseGenerator.safeParse({ call: 'f', args })
const problem = (raw: unknown): string => {
  const parsed = AnyCaseGenerator.safeParse(raw)
  return parsed.success ? 'none' : `${parsed.error.issues[0]!.path.join('.')}: ${parsed.error.issues[0]!.message}`
}

describe('a generator of cases', () => {
  test('is told by its keys', () => {
    expect(AnyCaseGenerator.parse({ call: 'f' })).toEqual({ kind: 'call', call: 'f', args: [] })
    expect(AnyCaseGenerator.parse({ make: 'C', steps: [{ call: 'm' }] })).toEqual({ kind: 'steps', make: 'C', args: [], steps: [{ call: 'm', args: [] }], length: [1, 10] })
    expect(AnyCaseGenerator.parse({ argv: [], stdin: { choice: ['x'] }, writes: ['out'] })).toMatchObject({ kind: 'program', stdin: { kind: 'choice' }, files: {}, writes: ['out'] })
  })

  test.each([
    [{ int: [0, 9] }, { kind: 'int', range: [0, 9] }],
    [{ int: [0, 90], every: 10 }, { kind: 'int', range: [0, 90], every: 10 }],
    [{ float: [-0.5, 0.5], every: 0.25 }, { kind: 'float', range: [-0.5, 0.5], every: 0.25 }],
    [{ text: 'a🍐', length: [0, 2] }, { kind: 'text', alphabet: ['a', '🍐'], length: [0, 2] }],
    [{ text: ['ab', 'é'], length: [1, 1] }, { kind: 'text', alphabet: ['ab', 'é'], length: [1, 1] }],
    [{ choice: ['a', true] }, { kind: 'choice', values: ['a', true] }],
    [{ none: true }, { kind: 'none' }],
    [{ list: { none: true }, length: [0, 1] }, { kind: 'list', item: { kind: 'none' }, length: [0, 1] }],
    [{ tuple: [{ none: true }] }, { kind: 'tuple', items: [{ kind: 'none' }] }],
    [{ record: { a: { none: true } } }, { kind: 'record', fields: { a: { kind: 'none' } } }],
    [{ one_of: [{ none: true }] }, { kind: 'one_of', options: [{ kind: 'none' }] }],
    [{ join: [{ choice: ['a'] }] }, { kind: 'join', parts: [{ kind: 'choice', values: ['a'] }] }],
    [{ lines: { choice: ['a'] }, length: [0, 3] }, { kind: 'lines', line: { kind: 'choice', values: ['a'] }, length: [0, 3] }],
  ])('has arguments such as %j', (raw, generator) => {
    expect(call(raw)).toMatchObject({ success: true, data: { args: [generator] } })
  })

  test.each([
    ['no known form', { cal: 'f' }, ': a generator of cases is a table with one of the keys call, make, argv'],
    ['an unknown generator', { call: 'f', args: [{ ints: [0, 1] }] }, 'args.0: a generator is a table with one of the keys int, float'],
    ['no table', { call: 'f', args: [7] }, 'args.0: a generator is a table'],
    ['a range that falls', { call: 'f', args: [{ int: [3, 1] }] }, 'args.0.int: a range is [least, most]'],
    ['a range of one', { call: 'f', args: [{ int: [3] }] }, 'args.0.int'],
    ['half an integer', { call: 'f', args: [{ int: [0.5, 1] }] }, 'args.0.int.0'],
    ['a key too many', { call: 'f', args: [{ int: [0, 1], step: 2 }] }, 'args.0'],
    ['no alphabet', { call: 'f', args: [{ text: '', length: [0, 1] }] }, 'args.0.text'],
    ['a deep one', { call: 'f', args: [{ list: { one_of: [{ int: [9, 0] }] }, length: [0, 1] }] }, 'args.0.list.one_of.0.int: a range'],
    ['no steps', { make: 'C', steps: [] }, 'steps'],
    ['sequences of nothing', { make: 'C', steps: [{ call: 'm' }], length: [0, 3] }, 'length.0'],
  ])('is refused with %s, and told where', (_, raw, told) => {
    expect(problem(raw)).toContain(told)
  })
})
