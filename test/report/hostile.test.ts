import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose, page, summary, terminalSummary } from '../../src/report/index.ts'
import { escapeHtml, escapeMarkdown, html } from '../../src/report/markup.ts'
import type { RunRecord, TrialRow } from '../../src/schema/index.ts'
import { publishedRows, record, says } from '../helpers/rows.ts'

/** Everything that an agent, a machine or a user can put into a report, set to one text. */
function everywhere(text: string): { record: RunRecord; rows: readonly TrialRow[] } {
  const base = record()
  return {
    record: {
      ...base, id: text, backend: text, tier: text, standIn: text, command: [text], drift: [text], notMet: [{ promise: text, because: text }],
      promises: { [text]: text }, versions: { [text]: text }, host: { [text]: text }, digests: { ...base.digests, environments: { [text]: text } },
    },
    rows: publishedRows(['exp0', 'exp1']).map((row, index) => {
      const spoken: TrialRow = {
        ...row, family: text, backend: text, tier: text, claim: { ...row.claim!, words: text, testOutput: text, signal: text },
        changed: { count: 1, paths: [text] },
        verdicts: Object.fromEntries(Object.entries(row.verdicts).map(([id, verdict]) => [id, { ...verdict, because: text, evidence: { [text]: text } }])),
      }
      if (index === 0) return { ...spoken, outcome: { state: 'error', cause: 'fork-failed', because: text } }
      return index === 1 ? says(spoken, 'trusting', 'E') : spoken
    }),
  }
}

const HOSTILE = [
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", '</style><script>', '</title><b>', '<!--', ']]>', '&lt;script&gt;',
  '\u202egnp.exe', '\u001b[2J\u001b[31m', 'a|b`c`\n\n# Heading', '[x](javascript:alert(1))', '${1}', '\u0000', '\ud800', '`', '\r\nX: y', 'valueOf', '__proto__', 'constructor',
]

/** The page's tags, with their attributes, in order: what a browser would build elements from. */
function tags(page: string): readonly string[] {
  return page.match(/<[^>]*>/g) ?? []
}

describe('report.html', () => {
  const pageOf = (text: string): string => {
    const { record, rows } = everywhere(text)
    return page(compose(record, rows), [], rows)
  }
  const plain = tags(pageOf('plain'))

  test.each(HOSTILE)('%j makes no tag and no attribute', (text) => {
    expect(tags(pageOf(text))).toEqual(plain)
  })

  test('nor does any text', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', 'a', '=', ' ', '`', '-', '!') })), (text) => {
      expect(tags(pageOf(text))).toEqual(plain)
    }), { numRuns: 30 })
  })

  test('holds no control character, no bidirectional override, no script, and nothing to fetch', () => {
    const text = HOSTILE.map(pageOf).join('')
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/)
    expect(plain.filter((tag) => /^<(script|link|iframe|object|embed|img|base|form)/i.test(tag))).toEqual([])
    expect(plain.filter((tag) => /\s(on\w+|src|srcset|action)=/i.test(tag))).toEqual([])
    expect(plain.filter((tag) => /href="(?!#|tables\/|figures\/)/.test(tag))).toEqual([])
    expect(plain.find((tag) => tag.includes('Content-Security-Policy'))).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
  })
})

describe('summary.md', () => {
  test.each(HOSTILE)('%j makes no new line, cell or markup', (text) => {
    const lines = (words: string): readonly string[] => {
      const { record, rows } = everywhere(words)
      return summary(compose(record, rows), []).split('\n')
    }
    const bars = (line: string): number => (line.match(/(?<!\\)\|/g) ?? []).length
    expect(lines(text).map(bars)).toEqual(lines('plain').map(bars))
    expect(lines(text).join('\n')).not.toMatch(/<[a-z!/]/i)
  })

  test('escapes what Markdown reads', () => {
    expect(escapeMarkdown('a|b `c` <i> [x](y) \\ *z*')).toBe('a\\|b \\`c\\` &#60;i&#62; \\[x\\](y) \\\\ \\*z\\*')
  })
})

test.each(HOSTILE)('the terminal gets no control character from %j', (text) => {
  const { record, rows } = everywhere(text)
  expect(terminalSummary(compose(record, rows), { colour: false, report: text })).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
})

describe('html', () => {
  test('escapes what is put in, joins lists, lets HTML of its own through once', () => {
    expect(html`<p class="${'"x"'}">${'<b>'}${[html`<i>${1}</i>`, null, '&']}</p>`.html).toBe('<p class="&#34;x&#34;">&#60;b&#62;<i>1</i>&#38;</p>')
  })

  test('an object that only looks like HTML from JSON is text where text is asked for', () => {
    expect(escapeHtml('{"html":"<b>"}')).toBe('{&#34;html&#34;:&#34;&#60;b&#62;&#34;}')
  })
})
