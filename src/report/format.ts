import { PUBLISHED } from '../experiments/index.ts'
import type { Finding, RunRecord } from '../schema/index.ts'

/** The measured value as people read it: "13/15 = 87%", "+53 points", "3 of 5", "pass", "283 a minute". */
export function measured({ value, unit, numerator, denominator }: Finding): string {
  if (value === null) return 'nothing'
  if (typeof value === 'string') return value
  switch (unit) {
    case 'share': return `${numerator}/${denominator} = ${percent(value)}`
    case 'points': return points(value)
    case 'designs': case 'cheats': case 'cells': case 'count': return `${numerator} of ${denominator}`
    case 'tasks a minute': return `${value.toFixed(value < 100 ? 1 : 0)} a minute`
    default: return `${String(value)} ${unit}`
  }
}

/** The interval with its unit, or nothing where none stands. */
export function interval({ interval: range, unit }: Finding): string {
  if (range === null) return ''
  return unit === 'share' ? `${percent(range.low)} to ${percent(range.high)}` : `${range.low.toFixed(0)} to ${range.high.toFixed(0)}`
}

/** Both readings of the trials without a verdict, where they differ: "between 80% and 100%". */
export function bounds({ bounds: range, unit }: Finding): string {
  if (range === null || range.low === range.high) return ''
  const text = (value: number): string => (unit === 'share' ? percent(value) : unit === 'points' ? points(value) : String(value))
  return `between ${text(range.low)} and ${text(range.high)} as errors and missing trials are counted`
}

/** The published value as it was published. */
export function published({ finding, published: value }: Finding): string {
  return PUBLISHED[finding]?.text ?? (value === null ? '–' : String(value))
}

/** One word on a finding, the same everywhere. */
export function judgement({ reproduced }: Finding): 'reproduced' | 'NOT reproduced' | 'told' {
  return reproduced === null ? 'told' : reproduced ? 'reproduced' : 'NOT reproduced'
}

/** The finding's name within its experiment. */
export function shortName({ finding }: Finding): string {
  return finding.slice(finding.indexOf('.') + 1)
}

export function percent(value: number): string {
  return `${Math.round(100 * value)}%`
}

function points(value: number): string {
  const rounded = Math.round(value)
  return `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)} points`
}

/** A mark for a word of a table; the word itself where it is not a verdict. */
export const GLYPHS: ReadonlyMap<string, string> = new Map([
  ['pass', '✓'], ['fail', '✗'], ['error', '!'], ['not-applicable', '–'], ['missing', '?'], ['conflict', '≠'],
])

/** Verifiers whose pass says nothing about the artifact, so that they can't be fooled by a wrong one. */
const NOT_ABOUT_ARTIFACT: ReadonlySet<string> = new Set(['integrity', 'always-pass', 'always-fail'])

/** Fooled: verdict pass on a wrong artifact, by a verifier that grades artifacts. */
export function fooled(verifier: string, word: string, artifactCorrect: string): boolean {
  return word === 'pass' && artifactCorrect === 'false' && !NOT_ABOUT_ARTIFACT.has(verifier)
}

/** More told findings than this in one experiment are read as a table of it, not as a list. */
const TOLD = 8

/** Findings that are listed one by one, and the told ones of experiments that have so many that their tables show them better. */
export function split(findings: readonly Finding[]): { readonly one: readonly Finding[]; readonly inTables: readonly Finding[] } {
  const told = Map.groupBy(findings.filter(({ reproduced }) => reproduced === null), ({ experiment }) => experiment)
  const many = (finding: Finding): boolean => finding.reproduced === null && told.get(finding.experiment)!.length > TOLD
  return { one: findings.filter((finding) => !many(finding)), inTables: findings.filter(many) }
}

/** How the verdict counts of a run are summed up in one sentence. */
export function tally(findings: readonly Finding[]): string {
  const judged = findings.filter((finding) => finding.reproduced !== null)
  const reproduced = judged.filter((finding) => finding.reproduced === true).length
  return `${reproduced} of ${judged.length} judged findings reproduced`
}

/** What the numbers come from, in one line. */
export function origin(record: RunRecord): string {
  return `backend ${record.backend}, tier ${record.tier}, mode ${record.mode}, seed ${record.seed}, concurrency ${record.concurrency}`
}

/** In how many goes a run was made, in one sentence. */
export function sat({ sittings }: RunRecord): string {
  const aside = sittings.reduce((sum, sitting) => sum + sitting.setAside, 0)
  return `The run was made in ${sittings.length} ${sittings.length === 1 ? 'sitting' : 'sittings'}${aside === 0 ? '' : `; ${aside} ${aside === 1 ? 'row' : 'rows'} set aside in superseded.jsonl`}.`
}
