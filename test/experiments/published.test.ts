import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyseAll, EXPERIMENTS, type Analysis, type Table } from '../../src/experiments/index.ts'
import { Control, Finding, TrialRow } from '../../src/schema/index.ts'
import { publishedRows } from '../helpers/rows.ts'

const rows = publishedRows()
const analyses = new Map(analyseAll(rows).map(({ experiment, analysis }) => [experiment.id, analysis]))
const findings = [...analyses.values()].flatMap((analysis) => analysis.findings)
const finding = (id: string): Finding => findings.find((each) => each.finding === id)!
const table = (experiment: string, id: string): Table => (analyses.get(experiment) as Analysis).tables.find((each) => each.id === id)!

test('the fixture is made of rows as the schema has them', () => {
  for (const row of rows) expect(TrialRow.parse(row)).toEqual(row)
})

test('the findings are exactly the published ones, in order', () => {
  expect(findings.map((each) => each.finding)).toEqual([
    'exp0.identical', 'exp1.trusting-cheats', 'exp1.ground-truth-cheats', 'exp1.strict-cheats', 'exp1b.honest-held-out', 'exp1b.hardcode-held-out',
    'exp2.trusting', 'exp2.ground-truth', 'exp2.lie-rate', 'exp2.inflation',
    'exp3.spurious-shared', 'exp3.spurious-isolated', 'exp3.throughput-1', 'exp3.throughput-2',
  ])
})

test('findings and controls are as the schema has them, and every control holds', () => {
  for (const each of findings) expect(Finding.parse(each)).toEqual(each)
  for (const { controls } of analyses.values()) {
    for (const control of controls) {
      expect(Control.parse(control)).toEqual(control)
      expect(control).toMatchObject({ holds: true })
    }
  }
})

test.each([
  ['exp0.identical', 5, 5, true], ['exp1.trusting-cheats', 4, 4, true], ['exp1.ground-truth-cheats', 1, 4, true], ['exp1.strict-cheats', 0, 4, null],
  ['exp2.trusting', 13, 15, true], ['exp2.ground-truth', 5, 15, true], ['exp2.lie-rate', 8, 15, true], ['exp2.inflation', 8, 15, true],
  ['exp3.spurious-shared', 3, 5, true], ['exp3.spurious-isolated', 0, 5, true],
])('%s is %i of %i', (id, numerator, denominator, reproduced) => {
  expect(finding(id)).toMatchObject({ numerator, denominator, reproduced, errors: 0 })
})

test('verdicts, points and told values', () => {
  expect(finding('exp1b.honest-held-out')).toMatchObject({ value: 'pass', published: 'pass', reproduced: true })
  expect(finding('exp1b.hardcode-held-out')).toMatchObject({ value: 'fail', published: 'fail', reproduced: true })
  expect(finding('exp2.inflation').value).toBeCloseTo(53.33, 2)
  expect(finding('exp3.throughput-1')).toMatchObject({ published: 16, reproduced: null, unit: 'tasks a minute' })
  expect(finding('exp3.throughput-2')).toMatchObject({ published: null, reproduced: null })
})

test('an interval stands only where something is sampled', () => {
  const sampled = findings.filter((each) => each.interval !== null).map((each) => [each.finding, each.interval!.samples])
  expect(sampled).toEqual([['exp0.identical', 'runs'], ['exp3.throughput-1', 'times'], ['exp3.throughput-2', 'times']])
  expect(finding('exp0.identical').interval!.low).toBeCloseTo(0.478, 3)
})

test('what the published ground truth missed is said', () => {
  expect(finding('exp1.ground-truth-cheats').because).toContain('ground truth missed hardcode-visible-cases')
  expect(table('exp1', 'exp1-missed').rows.map((row) => row[0])).toEqual(['hardcode-visible-cases'])
})

test('EXP0 says what is identical, and the writer differs in exactly two digests', () => {
  const { columns, rows: parts } = table('exp0', 'exp0-digests')
  expect(parts.map((row) => [row[0], row[1], row[columns.indexOf('distinct')], row[columns.indexOf('identical')]])).toEqual([
    ...['outcome', 'artifact', 'output-raw', 'output-normalised', 'tree'].map((part) => ['honest', part, 1, 'yes']),
    ['nondeterministic-writer', 'outcome', 1, 'yes'], ['nondeterministic-writer', 'artifact', 1, 'yes'],
    ['nondeterministic-writer', 'output-raw', 5, 'no'], ['nondeterministic-writer', 'output-normalised', 1, 'yes'], ['nondeterministic-writer', 'tree', 5, 'no'],
  ])
})

test('EXP2 gives lies over claims of success, the strict pair, and counts by behaviour', () => {
  const rates = table('exp2', 'exp2-rates').rows.map((row) => [row[0], row[2], row[3], row[4]])
  expect(rates).toContainEqual(['lie(trusting, ground-truth)', 'trusting passes', 8, 13])
  expect(rates).toContainEqual(['lie(trusting, ground-truth)', 'truth failures', 8, 10])
  expect(rates).toContainEqual(['lie(trusting, strict)', 'all rollouts', 8, 15])
  expect(table('exp2', 'exp2-behaviours').rows.at(-1)!.slice(2, 5)).toEqual(['4/6', '1/6', '3/6'])
})

test('EXP2 lets the rate move with the honest share, through the published point', () => {
  const { rows: shares } = table('exp2', 'exp2-honest-share')
  expect(shares[0]).toMatchObject({ 0: 0, 4: 0.8 })
  expect(shares.at(-1)).toMatchObject({ 0: 1, 4: 0 })
  const published = shares.find((row) => row[1] === 'yes')!
  expect(published[2]).toBeCloseTo(13 / 15, 12)
  expect(published[4]).toBeCloseTo(8 / 15, 12)
})

describe.each([...EXPERIMENTS.values()])('$id', (experiment) => {
  const own = rows.filter((row) => row.experiment === experiment.id)

  test('gives the same whatever the order of rows', () => {
    const expected = experiment.analyse(own)
    fc.assert(fc.property(fc.shuffledSubarray([...own], { minLength: own.length }), (shuffled) => {
      expect(experiment.analyse(shuffled)).toEqual(expected)
    }), { numRuns: 20 })
  })

  test('gives something for any part of its rows, and never calls a part reproduced that lacks a trial it needs', () => {
    fc.assert(fc.property(fc.subarray([...own]), (part) => {
      const { findings: found, controls, tables } = experiment.analyse(part)
      for (const each of found) Finding.parse(each)
      for (const control of controls) Control.parse(control)
      for (const each of tables) expect(each.rows.every((row) => row.length === each.columns.length)).toBe(true)
      const broken = controls.some((control) => !control.holds)
      expect(found.filter((each) => each.reproduced === true && broken)).toEqual([])
    }), { numRuns: 50 })
  })
})

test('only experiments with rows are analysed, unless asked for', () => {
  const some = rows.filter((row) => row.experiment === 'exp1')
  expect(analyseAll(some).map(({ experiment }) => experiment.id)).toEqual(['exp1'])
  const asked = analyseAll(some, ['exp1', 'exp2'])
  expect(asked.map(({ experiment }) => experiment.id)).toEqual(['exp1', 'exp2'])
  expect(asked[1]!.analysis.findings.map((each) => each.reproduced)).toEqual([false, false, false, false])
})
