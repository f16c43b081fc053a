import { describe, expect, test } from 'vitest'
import { conformanceJunit, conformanceMarkdown, conformancePage, conformanceText } from '../../src/report/index.ts'
import type { ConformanceReport, ProbeResult } from '../../src/schema/index.ts'
import { summed } from '../../src/conformance/index.ts'
import { resultOf } from '../conformance/made.ts'

const HOSTILE = '<script>alert(1)</script>\u001b[2J|`&"\'\u0000]]>\u202e'

function reportOf(probes: readonly ProbeResult[]): ConformanceReport {
  const digest = 'a'.repeat(64)
  return {
    schema: 1, backend: 'mine', version: '1', tier: 'root', standIn: null, digests: { backend: digest, kernel: digest, environment: digest, program: digest, probes: digest },
    host: { system: 'Linux', cores: 2 }, promises: { killsAll: true }, notMet: [], startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:01:00.000Z', probes: [...probes], summary: summed(probes),
  }
}

const MIXED = reportOf([
  resultOf({}), resultOf({ id: 'exec/f', outcome: 'fail', because: 'declared and not met', evidence: HOSTILE }),
  resultOf({ id: 'exec/w', outcome: 'fail', waived: { reason: 'known', expires: '2027-01-01' } }), resultOf({ id: 'files/u', family: 'files', outcome: 'unsupported', because: 'no such thing' }),
  resultOf({ id: 'files/v', family: 'files', outcome: 'unverified', counted: false, because: 'its control did not fail: x' }),
])

describe('a report of conformance', () => {
  test('in words: counts by family, every failure with evidence and the command that repeats it', () => {
    const text = conformanceText(MIXED, null, { width: 100, colour: false, asked: './mine.toml' })
    expect(text).toContain('exec    3       1     2     0            0           3')
    expect(text).toContain('    polygraph conformance ./mine.toml --only exec/f')
    expect(text).toContain('exec/w  fail, waived until 2027-01-01: known')
    expect(text).toContain('files/v  unverified, not counted')
    expect(text).toContain('unsupported because no such thing: files/u')
    expect(text).toContain('5 probes: 1 pass, 2 fail (1 waived), 1 unsupported, 1 unverified; 1 not counted, since no control was seen to fail.')
  })

  test('as JUnit: failures that are not waived fail, all else but a pass is skipped', () => {
    const xml = conformanceJunit(MIXED)
    expect(xml).toContain('tests="5" failures="1"')
    expect(xml.match(/<failure /g)).toHaveLength(1)
    expect(xml.match(/<skipped /g)).toHaveLength(3)
  })

  test('says that it is a stand-in, everywhere', () => {
    const standIn = { ...MIXED, standIn: 'a double' }
    for (const text of [conformanceText(standIn, null, { width: 100, colour: false, asked: 'x' }), conformanceMarkdown(standIn), conformancePage(standIn)]) expect(text.toLowerCase()).toContain('stand-in: a double')
  })

  test.each([
    ['terminal', () => conformanceText(MIXED, null, { width: 100, colour: false, asked: 'x' })],
    ['JUnit', () => conformanceJunit(MIXED)],
    ['Markdown', () => conformanceMarkdown(MIXED)],
    ['page', () => conformancePage(MIXED)],
  ])('what a fork said is only text in it: %s', (name, make) => {
    const made = make()
    // The layout alone may hold line ends; no escape, no override, no end of a section of XML.
    // oxlint-disable-next-line no-control-regex
    expect(made).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/)
    if (name !== 'terminal') expect(made).not.toContain('<script>')
  })
})
