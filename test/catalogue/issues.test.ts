import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { faultsOf, fieldOf } from '../../src/catalogue/issues.ts'
import { keysAt } from '../../src/catalogue/keys.ts'

const schema = z.strictObject({
  name: z.string().min(3),
  limits: z.strictObject({ seconds: z.number().int().positive().max(9).default(1) }).prefault({}),
  tags: z.array(z.strictObject({ id: z.string().regex(/^a/, 'starts with a'), weight: z.number().optional() })).default([]),
  free: z.record(z.string(), z.number()).default({}),
  choice: z.enum(['one', 'two']).optional(),
  make: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('list'), size: z.number() }), z.strictObject({ kind: z.literal('word'), text: z.string() })]).optional(),
}).transform((value) => value)

const faults = (document: unknown) => faultsOf(schema.safeParse(document).error?.issues ?? [], schema, document).map(({ path, what, fix }) => `${fieldOf(path)}: ${what}; ${fix}`)

describe('faultsOf', () => {
  test.each<[unknown, readonly string[]]>([
    [{}, ['name: is missing; add name = "…"']],
    [{ name: 1 }, ['name: is a number; write text in quotes']],
    [{ name: 'ab' }, ['name: Too small: expected string to have >=3 characters; give at least 3']],
    [{ name: 'abc', nmae: 1 }, ['nmae: "nmae" is no key that is known here; known here: limits, tags, free, choice, make']],
    [{ nam: 'abc' }, ['nam: "nam" is no key that is known here; did you mean "name"?']],
    [{ nam: 'abc', name: 'abc' }, ['nam: "nam" is no key that is known here; known here: limits, tags, free, choice, make']],
    [{ name: 'abc', limits: { second: 1 } }, ['limits.second: "second" is no key that is known here; did you mean "seconds"?']],
    [{ name: 'abc', limits: { seconds: 10 } }, ['limits.seconds: Too big: expected number to be <=9; give at most 9']],
    [{ name: 'abc', limits: { seconds: 1.5 } }, ['limits.seconds: is a number; write a whole number']],
    [{ name: 'abc', limits: [] }, ['limits: is a list; write a table']],
    [{ name: 'abc', tags: [{ id: 'b' }] }, ['tags[0].id: "b" does not fit: starts with a; write it in that form']],
    [{ name: 'abc', tags: [{ id: 'a' }, {}] }, ['tags[1].id: is missing; add id = "…"']],
    [{ name: 'abc', free: { a: 'x' } }, ['free.a: is text; write a number']],
    [{ name: 'abc', choice: 'twoo' }, ['choice: "twoo" is not one of "one", "two"; did you mean "two"?']],
    [{ name: 'abc', choice: true }, ['choice: a boolean is not one of "one", "two"; known here: one, two']],
    [{ name: 'abc', make: { kind: 'lists', size: 1 } }, ['make.kind: "lists" is not one of "list", "word"; did you mean "list"?']],
    [{ name: 'abc', make: { size: 1 } }, ['make.kind: is missing; add kind = "list" or "word"']],
    [{ name: 'abc', make: { kind: 'word', txt: 'x' } }, ['make.txt: "txt" is no key that is known here; did you mean "text"?']],
  ])('of %j', (document, expected) => {
    expect(faults(document)).toEqual(expected)
  })
})

describe('keysAt', () => {
  test.each<[readonly (string | number)[], readonly string[]]>([
    [[], ['name', 'limits', 'tags', 'free', 'choice', 'make']], [['limits'], ['seconds']], [['tags', 3], ['id', 'weight']], [['free'], []], [['make'], ['kind', 'size', 'text']], [['name'], []], [['gone', 'x'], []],
  ])('of %j', (path, keys) => {
    expect(keysAt(schema, path)).toEqual(keys)
  })
})

describe('fieldOf', () => {
  test('writes a path as TOML does', () => {
    expect(fieldOf(['metadata', 'mutants', 1, 'id'])).toBe('metadata.mutants[1].id')
    expect(fieldOf([])).toBe('')
    expect(fieldOf(['a\u001b'])).toBe('a\\x1b')
  })
})
