import * as fc from 'fast-check'
import { parse, stringify } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { lineAt, locator } from '../../src/catalogue/locate.ts'

const SOURCE = `# a comment with [brackets] and key = 1
label = "a"
"quoted key" = 1
'single' = 2
a.b.c = 3

list = [
  "x", # ] not the end
  "y",
]
inline = { one = 1, two = [1, 2], "th ree" = { deep = true } }
text = """
not = "a key"
[not.a.table]
"""
raw = '''
[nor.this]
'''

[table]
key = "]["

[table.sub]
key = 1

[[items]]
id = 1

[[items.parts]]
name = "p"

[[items.parts]]
name = "q"

[[items]]
id = 2
cases = [
  { call = "f", args = [1] },
  { call = "g" },
]

[[items.parts]]
name = "r"
`

describe('locator', () => {
  const locate = locator(SOURCE)

  test.each<[readonly PropertyKey[], number | null]>([
    [['label'], 2], [['quoted key'], 3], [['single'], 4], [['a', 'b', 'c'], 5], [['a', 'b'], 5],
    [['list'], 7], [['list', 0], 8], [['list', 1], 9],
    [['inline', 'two'], 11], [['inline', 'two', 1], 11], [['inline', 'th ree', 'deep'], 11],
    [['text'], 12], [['raw'], 16], [['table'], 20], [['table', 'key'], 21], [['table', 'sub', 'key'], 24],
    [['items'], 26], [['items', 0], 26], [['items', 0, 'id'], 27], [['items', 0, 'parts', 0, 'name'], 30], [['items', 0, 'parts', 1, 'name'], 33],
    [['items', 1, 'id'], 36], [['items', 1, 'cases', 0, 'call'], 38], [['items', 1, 'cases', 1], 39], [['items', 1, 'parts', 0, 'name'], 43],
  ])('finds %j on line %d', (path, line) => {
    expect(locate(path)).toBe(line)
  })

  test.each<[readonly PropertyKey[], number | null]>([
    [['table', 'missing'], 20], [['items', 1, 'missing', 'deeper'], 35], [['items', 0, 'parts', 1, 'missing'], 32], [['inline', 'missing'], 11],
  ])('gives the nearest ancestor of %j, line %d', (path, line) => {
    expect(locate(path)).toBe(line)
  })

  test.each([[['missing']], [[]], [['not']], [['nor']]])('knows no line for %j', (path) => {
    expect(locate(path)).toBeNull()
  })

  test('holds for Windows line ends', () => {
    expect(locator(SOURCE.replaceAll('\n', '\r\n'))(['items', 1, 'cases', 1])).toBe(39)
  })

  test('reads escapes in quoted keys', () => {
    expect(locator('a = 1\n"\\u0062\\"" = 2\n"\\U0001F600" = 3')(['b"'])).toBe(2)
    expect(locator('a = 1\n"\\u0062\\"" = 2\n"\\U0001F600" = 3')(['😀'])).toBe(3)
  })

  test('ends on a text that is no TOML', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '=', '"', "'", ',', '.', '#', '\n', 'a', ' ', '\\'), maxLength: 60 }), (text) => {
      expect(() => locator(text)(['a'])).not.toThrow()
    }), { numRuns: 3000 })
  })

  test('finds every key of any document, each on the line where its name stands', () => {
    const key = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }).filter((name) => name !== '__proto__')
    const document = fc.dictionary(key, fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.string(), fc.boolean(),
        fc.array(fc.integer(), { maxLength: 3 }), fc.array(fc.dictionary(key, tie('value'), { maxKeys: 2 }), { minLength: 1, maxLength: 2 }), fc.dictionary(key, tie('value'), { maxKeys: 3 })),
    })).value, { maxKeys: 4 })
    fc.assert(fc.property(document, (value) => {
      const source = stringify(value)
      const lines = source.split('\n')
      const locate = locator(source)
      for (const path of keyPaths(parse(source))) {
        const line = locate(path)
        const name = path.findLast((part) => typeof part === 'string')!
        expect(line, `${JSON.stringify(path)} in\n${source}`).not.toBeNull()
        expect(lines[line! - 1]).toContain(written(name as string))
      }
    }), { numRuns: 500 })
  })
})

describe('lineAt', () => {
  test('counts from 1', () => {
    expect([0, 1, 2, 3, 4].map((offset) => lineAt('a\nb\n', offset))).toEqual([1, 1, 2, 2, 3])
  })
})

function keyPaths(value: unknown, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key]
    return [...(Array.isArray(value) ? [] : [here]), ...keyPaths(item, here)]
  })
}

/** A key as the writer of TOML spells it. */
function written(key: string): string {
  return /^[a-z0-9_-]+$/i.test(key) ? key : JSON.stringify(key)
}
