import * as fc from 'fast-check'
import type { Value } from '../../src/schema/index.ts'

/** Text of any characters, astral ones included, but no lone surrogates, which UTF-8 can't carry. */
export const anyText = fc.string({ unit: 'binary', maxLength: 20 })

/** Doubles of every magnitude, with the ones that printers get wrong. */
export const anyDouble = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer().map((number) => number / 100),
  fc.constantFrom(0, -0, 1e16, 1e15, 9999999999999998, 1e-4, 1e-5, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1e22, 1e21, 2.675, Infinity, -Infinity),
)

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((value): Value => ({ type: 'int', value })),
  anyDouble.map((value): Value => ({ type: 'float', value })),
  anyText.map((value): Value => ({ type: 'str', value })),
  fc.uint8Array({ maxLength: 6 }).map((bytes): Value => ({ type: 'bytes', hex: Buffer.from(bytes).toString('hex') })),
  fc.boolean().map((value): Value => ({ type: 'bool', value })),
  fc.constant<Value>({ type: 'none' }),
)

/** Values of the types that a set or a dict takes as items and keys. */
const hashable: fc.Arbitrary<Value> = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }).map((items): Value => ({ type: 'tuple', items })))

/** Any value that can cross between a case file, a fork and the parent. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.tuple(fc.constantFrom('list' as const, 'tuple' as const), fc.array(tie('value'), { maxLength: 3 })).map(([type, items]): Value => ({ type, items })),
    fc.array(hashable, { maxLength: 3 }).map((items): Value => ({ type: 'set', items })),
    fc.array(fc.tuple(hashable, tie('value')), { maxLength: 3 }).map((entries): Value => ({ type: 'dict', entries })),
  ),
})).value
