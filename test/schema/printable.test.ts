import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printable } from '../../src/schema/index.ts'

/** Any UTF-16, lone surrogates included: what an agent wrote is not always text. */
const anything = fc.array(fc.oneof(
  fc.integer({ min: 0, max: 0xffff }),
  fc.constantFrom(0, 7, 8, 9, 10, 13, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x200b, 0x200e, 0x2028, 0x202e, 0x2066, 0xfeff, 0xd800, 0xdc00),
), { maxLength: 60 }).map((units) => String.fromCharCode(...units))

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

describe('printable', () => {
  test('leaves nothing that moves a cursor, ends a line or turns the direction', () => {
    fc.assert(fc.property(anything, (text) => {
      expect(printable(text)).not.toMatch(UNPRINTABLE)
    }), { numRuns: 2000 })
  })

  test('leaves what it made as it is', () => {
    fc.assert(fc.property(anything, (text) => {
      expect(printable(printable(text))).toBe(printable(text))
    }), { numRuns: 2000 })
  })

  test('keeps newline and tab, and nothing else, where several lines are wanted', () => {
    fc.assert(fc.property(anything, (text) => {
      const kept = printable(text, { multiline: true })
      expect(kept.replace(/[\n\t]/g, '')).not.toMatch(UNPRINTABLE)
      expect(kept.split('\n')).toHaveLength(text.split('\n').length)
    }))
  })

  test('leaves plain text of any script alone', () => {
    expect(printable('naïve café, 日本語, 👩🏽 and العربية')).toBe('naïve café, 日本語, 👩🏽 and العربية')
  })

  test.each([
    ['an escape sequence', '\x1b[2Jgone', '\\x1b[2Jgone'],
    ['a carriage return', 'fail\rpass', 'fail\\x0dpass'],
    ['a right-to-left override', 'txt.\u202eexe', 'txt.\\u202eexe'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['a C1 control', 'a\u009bb', 'a\\x9bb'],
  ])('shows %s', (_, text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  test('cuts long text and says by how much', () => {
    expect(printable('x'.repeat(12), { limit: 10 })).toBe(`${'x'.repeat(10)}… (2 more characters)`)
    expect(printable('x'.repeat(10), { limit: 10 })).toBe('x'.repeat(10))
  })

  test('cutting between the halves of a character leaves no half', () => {
    expect(printable('👩👩', { limit: 3 })).toMatch(/^👩\\ud83d…/)
  })
})
