import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { canonical, canonicalJavaScript, floatText, fromToml, toWire } from '../../src/schema/index.ts'
import type { Value } from '../../src/schema/index.ts'
import { anyDouble, anyText, anyValue } from './arbitraries.ts'
import { python } from './python.ts'

/** Decodes wires into native values, and writes each as canonical text in the words of this test alone. */
const DECODE = `
import json, sys
def decode(wire):
    tag, rest = wire[0], wire[1:]
    if tag == 'none': return None
    value = rest[0]
    if tag == 'int': return int(value)
    if tag == 'float': return float(value)
    if tag == 'bytes': return bytes.fromhex(value)
    if tag == 'list': return [decode(item) for item in value]
    if tag == 'tuple': return tuple(decode(item) for item in value)
    if tag == 'set': return {decode(item) for item in value}
    if tag == 'dict': return {decode(key): decode(item) for key, item in value}
    return value
def text(value):
    kind = type(value)
    if value is None: return 'none:'
    if kind is bool: return 'bool:true' if value else 'bool:false'
    if kind is int: return 'int:%d' % value
    if kind is float: return 'float:' + repr(value)
    if kind is str: return 'str:' + json.dumps(value)
    if kind is bytes: return 'bytes:' + value.hex()
    if kind in (list, tuple): return kind.__name__ + ':[' + ','.join(map(text, value)) + ']'
    if kind is set: return 'set:[' + ','.join(sorted(map(text, value))) + ']'
    return 'dict:{' + ','.join(sorted(text(key) + '=' + text(item) for key, item in value.items())) + '}'
json.dump([text(decode(wire)) for wire in json.load(sys.stdin)], sys.stdout)
`

/** A value with its sets and dicts as Python keeps them: equal items once. True and 1 and 1.0 are equal there. */
function hasRepeats(value: Value): boolean {
  const keys = value.type === 'set' ? value.items : value.type === 'dict' ? value.entries.map(([key]) => key) : []
  const inner = value.type === 'dict' ? value.entries.flat() : 'items' in value ? value.items : []
  return new Set(keys.map(hashText)).size < keys.length || inner.some(hasRepeats)
}

function hashText(value: Value): string {
  switch (value.type) {
    case 'bool': return `number:${value.value ? 1 : 0}`
    case 'int': return `number:${value.value}`
    case 'float': return Number.isInteger(value.value) ? `number:${BigInt(value.value)}` : `number:${value.value}`
    case 'tuple': return `tuple:${value.items.map(hashText).join()}`
    default: return canonical(value)
  }
}

describe('floatText', () => {
  test('agrees with Python on any double', () => {
    const doubles = fc.sample(anyDouble, { numRuns: 5000, seed: 7 })
    const texts = doubles.map(floatText)
    const bits = doubles.map((double) => Buffer.from(new Float64Array([double]).buffer).toString('hex'))
    const program = 'import json,struct,sys; json.dump([repr(struct.unpack("<d", bytes.fromhex(b))[0]) for b in json.load(sys.stdin)], sys.stdout)'
    expect(texts).toEqual(python(program, bits))
  })

  test.each([
    [0, '0.0'], [-0, '-0.0'], [1, '1.0'], [-1.5, '-1.5'], [1e16, '1e+16'], [1e15, '1000000000000000.0'], [123456.789, '123456.789'],
    [0.0001, '0.0001'], [0.00001, '1e-05'], [1.5e-7, '1.5e-07'], [5e-324, '5e-324'], [NaN, 'nan'], [Infinity, 'inf'], [-Infinity, '-inf'],
  ])('writes %d as %s', (value, text) => {
    expect(floatText(value)).toBe(text)
  })

  test('reads back to the same double', () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(floatText(value))).toBe(value)
    }))
  })
})

describe('canonical', () => {
  test('is what Python writes of the value that it decodes from the wire', () => {
    const values = fc.sample(anyValue, { numRuns: 3000, seed: 11 }).filter((value) => !hasRepeats(value))
    expect(values.length).toBeGreaterThan(1000)
    expect(values.map(canonical)).toEqual(python(DECODE, values.map(toWire)))
  })

  test('tells two values apart exactly when they differ in value or type', () => {
    fc.assert(fc.property(anyValue, anyValue, (a, b) => {
      expect(canonical(a) === canonical(b)).toBe(same(a, b))
    }), { numRuns: 2000 })
  })

  test('is the same for a value and its copy', () => {
    fc.assert(fc.property(anyValue, (value) => {
      expect(canonical(structuredClone(value))).toBe(canonical(value))
    }))
  })

  test('does not depend on the order of set items and dict entries', () => {
    fc.assert(fc.property(fc.uniqueArray(anyText, { maxLength: 5 }), (names) => {
      const items = names.map((value): Value => ({ type: 'str', value }))
      const entries = items.map((item) => [item, item] as const)
      expect(canonical({ type: 'set', items })).toBe(canonical({ type: 'set', items: items.toReversed() }))
      expect(canonical({ type: 'dict', entries })).toBe(canonical({ type: 'dict', entries: entries.toReversed() }))
    }))
  })

  test('is printable ASCII whatever the text, so that an answer is always one line', () => {
    fc.assert(fc.property(anyValue, (value) => {
      expect(canonical(value)).toMatch(/^[\x20-\x7e]*$/)
    }))
  })

  test.each<[string, Value, Value]>([
    ['true and 1', { type: 'bool', value: true }, { type: 'int', value: 1n }],
    ['1 and 1.0', { type: 'int', value: 1n }, { type: 'float', value: 1 }],
    ['0.0 and -0.0', { type: 'float', value: 0 }, { type: 'float', value: -0 }],
    ['a list and a tuple', { type: 'list', items: [] }, { type: 'tuple', items: [] }],
    ['"1" and 1', { type: 'str', value: '1' }, { type: 'int', value: 1n }],
    ['text and bytes', { type: 'str', value: '61' }, { type: 'bytes', hex: '61' }],
    ['None and "None"', { type: 'none' }, { type: 'str', value: 'None' }],
    ['2**53 and 2**53 + 1', { type: 'int', value: 2n ** 53n }, { type: 'int', value: 2n ** 53n + 1n }],
    ['one item with a comma and two items', { type: 'list', items: [{ type: 'str', value: 'a","b' }] }, { type: 'list', items: [{ type: 'str', value: 'a' }, { type: 'str', value: 'b' }] }],
  ])('tells %s apart', (_, a, b) => {
    expect(canonical(a)).not.toBe(canonical(b))
  })
})

describe('canonicalJavaScript', () => {
  test.each<[string, Value, Value]>([
    ['1 and 1.0', { type: 'int', value: 1n }, { type: 'float', value: 1 }],
    ['a list and a tuple', { type: 'list', items: [] }, { type: 'tuple', items: [] }],
  ])('holds %s for the same', (_, a, b) => {
    expect(canonicalJavaScript(a)).toBe(canonicalJavaScript(b))
  })

  test.each<[string, Value, Value]>([
    ['true and 1', { type: 'bool', value: true }, { type: 'int', value: 1n }],
    ['0 and -0', { type: 'float', value: 0 }, { type: 'float', value: -0 }],
    ['null and "null"', { type: 'none' }, { type: 'str', value: 'null' }],
    ['a set and an array', { type: 'set', items: [] }, { type: 'list', items: [] }],
  ])('tells %s apart', (_, a, b) => {
    expect(canonicalJavaScript(a)).not.toBe(canonicalJavaScript(b))
  })
})

describe('fromToml', () => {
  const read = (text: string): Value => fromToml(parse(`v = ${text}`, { integersAsBigInt: true })['v'])

  test.each<[string, string]>([
    ['1', 'int:1'], ['-0', 'int:0'], ['9007199254740993', 'int:9007199254740993'], ['1.0', 'float:1.0'], ['-0.0', 'float:-0.0'], ['inf', 'float:inf'], ['nan', 'float:nan'],
    ['"é"', 'str:"\\u00e9"'], ['true', 'bool:true'], ['[1, [2.5]]', 'list:[int:1,list:[float:2.5]]'],
    ['{ "$none" = true }', 'none:'], ['{ "$tuple" = [1] }', 'tuple:[int:1]'], ['{ "$set" = ["b", "a"] }', 'set:[str:"a",str:"b"]'],
    ['{ "$bytes" = "00ff" }', 'bytes:00ff'], ['{ "$dict" = [[1, "a"]] }', 'dict:{int:1=str:"a"}'], ['{ a = 1 }', 'dict:{str:"a"=int:1}'], ['{}', 'dict:{}'],
    ['{ "__proto__" = 1 }', 'dict:{str:"__proto__"=int:1}'],
  ])('reads %s', (source, text) => {
    expect(canonical(read(source))).toBe(text)
  })

  test.each([
    ['a date', '1979-05-27'], ['an unknown word', '{ "$frozen" = [] }'], ['odd hex', '{ "$bytes" = "0" }'],
    ['upper-case hex', '{ "$bytes" = "FF" }'], ['a dict that is no list of pairs', '{ "$dict" = [[1]] }'], ['a tuple that is no list', '{ "$tuple" = 1 }'],
  ])('refuses %s', (_, source) => {
    expect(() => read(source)).toThrow(TypeError)
  })
})

/** The same value of the same type, said without canonical text; the order of set items and dict entries is no part of it. */
function same(a: Value, b: Value): boolean {
  if (a.type !== b.type) return false
  if (a.type === 'set' && b.type === 'set') return matched(a.items, b.items, same)
  if (a.type === 'dict' && b.type === 'dict') return matched(a.entries, b.entries, ([k, v], [l, w]) => same(k, l) && same(v, w))
  if ('items' in a && 'items' in b) return a.items.length === b.items.length && a.items.every((item, index) => same(item, b.items[index]!))
  return isDeepStrictEqual(a, b)
}

function matched<T>(as: readonly T[], bs: readonly T[], equal: (a: T, b: T) => boolean): boolean {
  const left = [...bs]
  for (const a of as) {
    const at = left.findIndex((b) => equal(a, b))
    if (at === -1) return false
    left.splice(at, 1)
  }
  return left.length === 0
}
