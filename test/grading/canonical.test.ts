import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Case, Value } from '../../src/schema/index.ts'
import { canonical } from '../../src/schema/index.ts'
import { run } from './calculator.ts'
import { taskOf } from './double.ts'

const float = fc.oneof(fc.double(), fc.constantFrom(-0, 0, NaN, Infinity, -Infinity, 1e16, 9999999999999998, 1e-5, 0.0001, 5e-324, 1.7976931348623157e308))
const string = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ maxLength: 10 }), fc.constantFrom('\ud800', 'a\udfffb', '\u007f"\\\n\u2028', '😀', '__proto__', 'é'))
  // A pair of lone surrogates becomes one character on its way; see split_pair.
  .filter((text) => !/[\ud800-\udbff]$/.test(text) || text.length === 1)
const int = fc.oneof(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), fc.integer().map(BigInt), fc.constantFrom(2n ** 64n, -(2n ** 63n), 10n ** 5000n))
const safe = fc.integer().map((value): Value => ({ type: 'int', value: BigInt(value) }))
const distinct = (arb: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> => fc.uniqueArray(arb, { maxLength: 4, selector: canonical })
const text = string.map((value): Value => ({ type: 'str', value }))

const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    int.map((value): Value => ({ type: 'int', value })),
    float.map((value): Value => ({ type: 'float', value })),
    text,
    fc.uint8Array({ maxLength: 10 }).map((bytes): Value => ({ type: 'bytes', hex: Buffer.from(bytes).toString('hex') })),
    fc.boolean().map((value): Value => ({ type: 'bool', value })),
    fc.constant<Value>({ type: 'none' }),
    fc.tuple(fc.constantFrom('list' as const, 'tuple' as const), fc.array(tie('value'), { maxLength: 4 })).map(([type, items]): Value => ({ type, items })),
    fc.oneof(distinct(safe), distinct(text)).map((items): Value => ({ type: 'set', items })),
    fc.oneof(distinct(safe), distinct(text)).chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), tie('value')))))
      .map((entries): Value => ({ type: 'dict', entries })),
  ),
})).value

const echo = (values: readonly Value[]): Case[] => values.map((one) => ({ kind: 'call', call: 'same', args: [one], expect: { returns: one } }))

describe('the canonical text of the child is that of the parent', () => {
  const values = fc.sample(value, { numRuns: 1500, seed: 11 })

  test('in Python', async () => {
    const task = taskOf({ heldOut: echo(values) })
    expect(await run('strict', { task, left: { '/work/impl.py': 'def same(value):\n    return value\n' } })).toMatchObject({ verdict: 'pass' })
  })

  test('in JavaScript', async () => {
    const task = taskOf({ heldOut: echo(values) }, { language: 'javascript', artifact: ['impl.mjs'] })
    const situation = { task: { ...task, cases: { ...task.cases, module: './impl.mjs' } }, left: { '/work/impl.mjs': 'export const same = (value) => value\n' } }
    expect(await run('strict', situation)).toMatchObject({ verdict: 'pass' })
  })

  test('and no two values share one', () => {
    fc.assert(fc.property(value, value, (a, b) => {
      const same = canonical(a) === canonical(b)
      expect(same).toBe(normal(a) === normal(b))
    }))
  })
})

/** Another writing of a value, so that the canonical one has something to be checked against. */
function normal(value: Value): string {
  switch (value.type) {
    case 'int': return `i${value.value}`
    case 'float': return Object.is(value.value, -0) ? 'f-0' : `f${value.value}`
    case 'dict': return JSON.stringify(['dict', ...value.entries.map(([key, item]) => JSON.stringify([normal(key), normal(item)])).toSorted()])
    case 'set': return JSON.stringify(['set', ...value.items.map(normal).toSorted()])
    case 'list':
    case 'tuple': return JSON.stringify([value.type, ...value.items.map(normal)])
    default: return JSON.stringify(value)
  }
}
