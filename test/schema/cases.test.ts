import * as fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { canonical, CasesFile, selectCases } from '../../src/schema/index.ts'
import type { CallCase, Case, Cases } from '../../src/schema/index.ts'

const read = (text: string) => CasesFile.safeParse(parse(text, { integersAsBigInt: true }))
const both = (item: string): string => `module = "m"\nvisible = [${item}]\nheld-out = [${item}]`
const first = (item: string): Case => {
  const result = read(both(item))
  if (!result.success) throw result.error
  return result.data.visible[0]!
}

describe('CasesFile', () => {
  test('reads a call', () => {
    expect(first('{ call = "add", args = [1, 2.0], returns = 3 }')).toEqual({
      kind: 'call', call: 'add', args: [{ type: 'int', value: 1n }, { type: 'float', value: 2 }], expect: { returns: { type: 'int', value: 3n } },
    })
  })

  test('reads a call that raises, and one without arguments', () => {
    expect(first('{ call = "f", raises = "ValueError" }')).toEqual({ kind: 'call', call: 'f', args: [], expect: { raises: 'ValueError' } })
  })

  test('reads steps', () => {
    expect(first('{ make = "Box", args = [1], steps = [{ call = "get", returns = false }] }')).toEqual({
      kind: 'steps', make: 'Box', args: [{ type: 'int', value: 1n }], steps: [{ call: 'get', args: [], expect: { returns: { type: 'bool', value: false } } }],
    })
  })

  test('reads a program', () => {
    expect(first('{ argv = ["-n"], stdin = "x", files = { "a.txt" = "1" }, stdout = "y", exit = 2, writes = { b = "2" } }')).toEqual({
      kind: 'program', argv: ['-n'], stdin: 'x', files: { 'a.txt': '1' }, expect: { stdout: 'y', exit: 2, files: { b: '2' } },
    })
  })

  test('keeps integers exact', () => {
    fc.assert(fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const call = first(`{ call = "f", args = [${value}], returns = ${value} }`) as CallCase
      expect(canonical(call.args[0]!)).toBe(`int:${value}`)
    }))
  })

  test.each([
    ['both a value and an exception', '{ call = "f", returns = 1, raises = "E" }', ['visible', 0], 'exactly one'],
    ['neither', '{ call = "f" }', ['visible', 0], 'exactly one'],
    ['an unknown key', '{ call = "f", retruns = 1 }', ['visible', 0], 'Unrecognized'],
    ['no steps', '{ make = "C", steps = [] }', ['visible', 0, 'steps'], 'Too small'],
    ['a step that says nothing', '{ make = "C", steps = [{ call = "f" }] }', ['visible', 0, 'steps', 0], 'exactly one'],
    ['a value that is a date', '{ call = "f", returns = 1979-05-27 }', ['visible', 0, 'returns'], 'date'],
    ['an argument of an unknown type', '{ call = "f", args = [1, { "$x" = 1 }], returns = 1 }', ['visible', 0, 'args', 1], '$x'],
    ['a case that is a number', '3', ['visible', 0], 'Invalid input'],
    ['an exit code that is a float', '{ argv = ["a"], exit = 1.0 }', ['visible', 0, 'exit'], 'bigint'],
  ])('says where a case has %s', (_, item, path, words) => {
    const result = read(both(item))
    expect(result.success).toBe(false)
    const issue = result.error!.issues.find((each) => JSON.stringify(each.path) === JSON.stringify(path))
    expect(issue, JSON.stringify(result.error!.issues)).toBeDefined()
    expect(issue!.message).toContain(words)
  })

  test.each(['visible', 'held-out'])('wants at least one %s case', (set) => {
    const result = read(both('{ call = "f", returns = 1 }').replace(new RegExp(`^${set} = .*$`, 'm'), `${set} = []`))
    expect(result.error!.issues[0]!.path).toEqual([set])
  })

  test('never throws, whatever the document', () => {
    const document = fc.oneof(fc.anything(), fc.record({ module: fc.anything(), visible: fc.array(fc.anything()), 'held-out': fc.array(fc.anything()) }))
    fc.assert(fc.property(document, (raw) => {
      expect(() => CasesFile.safeParse(raw)).not.toThrow()
    }), { numRuns: 500 })
  })
})

describe('selectCases', () => {
  const call = (name: string): Case => ({ kind: 'call', call: name, args: [], expect: { raises: 'E' } })
  const cases: Cases = { module: 'm', visible: [call('v')], statedOnly: [call('s')], heldOut: [call('h')] }
  const names = (sets: readonly ('visible' | 'stated' | 'held-out')[]) => selectCases(cases, sets).map((each) => (each as CallCase).call)

  test.each([
    [[], []],
    [['visible'], ['v']],
    [['stated'], ['v', 's']],
    [['held-out'], ['h']],
    [['held-out', 'visible'], ['v', 'h']],
    [['visible', 'stated', 'held-out'], ['v', 's', 'h']],
  ] as const)('of %j gives %j', (sets, expected) => {
    expect(names(sets)).toEqual(expected)
  })
})
