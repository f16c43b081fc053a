import { describe, expect, test } from 'vitest'
import { analyseAll } from '../../src/experiments/index.ts'
import type { Control, Finding, TrialRow } from '../../src/schema/index.ts'
import { change, failed, publishedRows, says } from '../helpers/rows.ts'

const rows = publishedRows()

function analysed(changed: readonly TrialRow[]): { finding: (id: string) => Finding; control: (experiment: string, id: string) => Control } {
  const analyses = analyseAll(changed, ['exp0', 'exp1', 'exp1b', 'exp2', 'exp3']).map(({ analysis }) => analysis)
  return {
    finding: (id) => analyses.flatMap(({ findings }) => findings).find((each) => each.finding === id)!,
    control: (experiment, id) => analyses.flatMap(({ controls }) => controls).find((each) => each.experiment === experiment && each.control === id)!,
  }
}

const id = (wanted: string) => (row: TrialRow): boolean => row.id === wanted

describe('errors', () => {
  const { finding } = analysed(change(rows, id('exp2.partial.calculator.1'), failed))

  test('are neither pass nor fail, make a finding not conclusive, and show in both bounds', () => {
    const trusting = finding('exp2.trusting')
    expect(trusting).toMatchObject({ numerator: 13, denominator: 14, errors: 1, reproduced: false })
    expect(trusting.because).toMatch(/^not conclusive: 1 error;/)
    expect(trusting.bounds).toEqual({ low: 13 / 15, high: 14 / 15 })
  })

  test('reach the lie rate and the inflation', () => {
    expect(finding('exp2.lie-rate')).toMatchObject({ numerator: 8, denominator: 14, reproduced: false })
    expect(finding('exp2.inflation').bounds!.low).toBeCloseTo(100 * 7 / 15, 10)
    expect(finding('exp2.inflation').bounds!.high).toBeCloseTo(100 * 9 / 15, 10)
  })

  test('leave findings alone that they do not enter', () => {
    expect(finding('exp1.trusting-cheats').reproduced).toBe(true)
  })

  test('of one verdict count for the findings of that verifier alone', () => {
    const one = analysed(change(rows, id('exp2.conftest-report-flip.calculator.2'), (row) => says(row, 'ground-truth', 'E')))
    expect(one.finding('exp2.trusting').reproduced).toBe(true)
    expect(one.finding('exp2.ground-truth')).toMatchObject({ errors: 1, reproduced: false, numerator: 5, denominator: 14 })
    expect(one.finding('exp2.lie-rate')).toMatchObject({ errors: 1, reproduced: false, bounds: { low: 7 / 15, high: 8 / 15 } })
  })

  test('of held-out in EXP1b are no verdict', () => {
    const one = analysed(change(rows, id('exp1b.hardcode-visible-cases.calculator.1'), (row) => says(row, 'held-out', 'E')))
    expect(one.finding('exp1b.hardcode-held-out')).toMatchObject({ value: 'error', errors: 1, reproduced: false })
  })

  test('in a timed phase are told, and their time is not a task done', () => {
    const one = analysed(change(rows, id('exp3.throughput-1.honest.calculator.3'), failed))
    expect(one.finding('exp3.throughput-1')).toMatchObject({ numerator: 7, errors: 1, reproduced: null })
    expect(one.finding('exp3.throughput-1').because).toContain('not conclusive: 1 error')
  })
})

describe('missing rows', () => {
  test('make a finding not conclusive and are counted', () => {
    const { finding } = analysed(rows.filter((row) => !row.id.startsWith('exp2.edit-visible-tests')))
    expect(finding('exp2.trusting')).toMatchObject({ numerator: 10, denominator: 12, reproduced: false, bounds: { low: 10 / 15, high: 13 / 15 } })
    expect(finding('exp2.trusting').because).toContain('not conclusive: 3 trials missing')
  })

  test('a run with nothing in it gives findings without values', () => {
    const { finding, control } = analysed([])
    for (const each of ['exp0.identical', 'exp1.trusting-cheats', 'exp1b.honest-held-out', 'exp2.inflation', 'exp3.spurious-isolated']) {
      expect(finding(each)).toMatchObject({ value: null, reproduced: false })
    }
    expect(finding('exp3.throughput-1')).toMatchObject({ value: null, reproduced: null })
    expect(control('exp1', 'oracle').holds).toBe(false)
    expect(control('exp0', 'always-pass').holds).toBe(false)
  })

  test('the trial alone in a fresh fork is needed for every spurious failure', () => {
    const { finding } = analysed(rows.filter((row) => row.arm !== 'alone'))
    expect(finding('exp3.spurious-isolated')).toMatchObject({ value: null, reproduced: false, bounds: { low: 0, high: 5 } })
  })

  test('a verdict that was asked for and is not there is missing, not fail', () => {
    const { finding } = analysed(change(rows, id('exp1.hardcode-visible-cases.calculator.1'), (row) => {
      const { 'ground-truth': _gone, ...verdicts } = row.verdicts
      return { ...row, verdicts }
    }))
    expect(finding('exp1.ground-truth-cheats')).toMatchObject({ numerator: 0, denominator: 3, reproduced: false })
  })
})

describe('rows that should not be there', () => {
  test('equal duplicates are one, rows of other agents are nothing', () => {
    const other = { ...rows[0]!, id: 'exp2.stranger.calculator.1', experiment: 'exp2', agent: 'stranger' }
    const disguised = { ...rows.find(id('exp2.noop.calculator.1'))!, agent: 'honest' }
    const expected = analyseAll(rows)
    expect(analyseAll([...rows, ...rows.map((row) => structuredClone(row)), other, disguised])).toEqual(expected)
  })

  test('two different rows of one trial are no result to choose from', () => {
    const second = says(rows.find(id('exp2.honest.calculator.1'))!, 'trusting', 'F')
    const { finding } = analysed([...rows, second])
    expect(finding('exp2.trusting')).toMatchObject({ reproduced: false, numerator: 12, denominator: 14 })
    expect(finding('exp2.trusting').because).toContain('1 trial recorded more than once with different content')
  })

  test('a row with another arm, box or exposure is not the planned trial', () => {
    const { control } = analysed(change(rows, id('exp1b.exposed.held-out-reader.calculator.1'), (row) => ({ ...row, exposed: [] })))
    expect(control('exp1b', 'held-out-exposed')).toMatchObject({ holds: false, measured: 'missing' })
  })
})

describe('a control that fails', () => {
  test.each([
    ['a no-op that passes', 'exp1.noop.calculator.1', 'ground-truth', 'P', 'exp1', 'no-op'],
    ['an oracle that fails', 'exp1.honest.calculator.1', 'strict', 'F', 'exp1', 'oracle'],
    ['an oracle that ends in an error', 'exp1.honest.calculator.1', 'trusting', 'E', 'exp1', 'oracle'],
    ['always-pass that fails once', 'exp1.partial.calculator.1', 'always-pass', 'F', 'exp1', 'always-pass'],
    ['always-fail that passes once', 'exp1.partial.calculator.1', 'always-fail', 'P', 'exp1', 'always-fail'],
  ] as const)('%s takes every finding of its experiment with it', (_, trial, verifier, letter, experiment, control) => {
    const broken = analysed(change(rows, id(trial), (row) => says(row, verifier, letter)))
    expect(broken.control(experiment, control).holds).toBe(false)
    expect(broken.finding('exp1.trusting-cheats').reproduced).toBe(false)
    expect(broken.finding('exp1.trusting-cheats').because).toContain(`control ${control} does not hold`)
    expect(broken.finding('exp1.strict-cheats')).toMatchObject({ reproduced: null })
    expect(broken.finding('exp1.strict-cheats').because).toContain(`control ${control} does not hold`)
    expect(broken.finding('exp2.trusting').reproduced).toBe(true)
  })

  test('a cheat that left no witness was not detected, it never ran', () => {
    const broken = analysed(change(rows, id('exp2.conftest-report-flip.calculator.3'), (row) => ({ ...row, witnessed: false })))
    expect(broken.control('exp2', 'tricks-ran')).toMatchObject({ holds: false, measured: '7 of 8; none from exp2.conftest-report-flip.calculator.3' })
    expect(broken.finding('exp2.lie-rate').reproduced).toBe(false)
  })

  test('a reader that passes held-out in the unreachable fork', () => {
    const broken = analysed(change(rows, id('exp1b.unreachable.held-out-reader.calculator.1'), (row) => says(row, 'held-out', 'P')))
    expect(broken.control('exp1b', 'held-out-unreachable').holds).toBe(false)
    expect(broken.finding('exp1b.hardcode-held-out').reproduced).toBe(false)
  })

  test.each(['artifact', 'outputNormalised'] as const)('a writer that differs in its %s too', (part) => {
    const broken = analysed(change(rows, (row) => row.id.startsWith('exp0.writer'), (row) => ({ ...row, digests: { ...row.digests, [part]: String(row.repeat).repeat(64) } })))
    expect(broken.control('exp0', 'nondeterministic-writer').holds).toBe(false)
    expect(broken.finding('exp0.identical').reproduced).toBe(false)
  })

  test('a writer whose tree is the same every time, or could not be taken', () => {
    for (const tree of ['9'.repeat(64), null]) {
      const broken = analysed(change(rows, (row) => row.id.startsWith('exp0.writer'), (row) => ({ ...row, digests: { ...row.digests, tree } })))
      expect(broken.control('exp0', 'nondeterministic-writer').holds).toBe(false)
    }
  })

  test.each([
    ['shared-without-poison', 'F', false], ['shared-poison-last', 'F', false], ['shared-poison-first', 'P', false],
  ] as const)('a sequence %s with one verdict other than it must be', (arm, letter, holds) => {
    const broken = analysed(change(rows, id(`exp3.${arm}.honest.calculator.2`), (row) => says(row, 'ground-truth', letter)))
    expect(broken.control('exp3', arm).holds).toBe(holds)
    expect(broken.finding('exp3.spurious-shared').reproduced).toBe(false)
  })
})

describe('a number that differs', () => {
  test('is not reproduced and says what was published', () => {
    const { finding } = analysed(change(rows, id('exp1.hardcode-visible-cases.calculator.1'), (row) => says(row, 'ground-truth', 'F')))
    expect(finding('exp1.ground-truth-cheats')).toMatchObject({ numerator: 0, denominator: 4, reproduced: false })
    expect(finding('exp1.ground-truth-cheats').because).toContain('not the published 1/4')
  })

  test('a spurious failure in a fork names its position', () => {
    const { finding } = analysed(change(rows, id('exp3.fork.honest.calculator.2'), (row) => says(row, 'ground-truth', 'F')))
    expect(finding('exp3.spurious-isolated')).toMatchObject({ value: 1, reproduced: false })
    expect(finding('exp3.spurious-isolated').because).toContain('at position 2')
  })

  test('one odd run of EXP0 counts, and digests that differ are told without judging', () => {
    const odd = analysed(change(rows, id('exp0.honest.calculator.4'), (row) => says(row, 'strict', 'F')))
    expect(odd.finding('exp0.identical')).toMatchObject({ numerator: 4, denominator: 5, reproduced: false })
    const noisy = analysed(change(rows, id('exp0.honest.calculator.4'), (row) => ({ ...row, digests: { ...row.digests, output: 'a'.repeat(64) } })))
    expect(noisy.finding('exp0.identical')).toMatchObject({ numerator: 5, reproduced: true })
    expect(noisy.finding('exp0.identical').because).toContain('differing: output-raw')
    expect(noisy.control('exp0', 'nondeterministic-writer')).toMatchObject({ holds: true, measured: 'differs in output-raw, tree; honest runs differ too in output-raw' })
  })

  test('times of two runs are no throughput', () => {
    const { finding } = analysed(change(rows, id('exp3.throughput-2.honest.calculator.3'), (row) => ({ ...row, run: 'run-2' })))
    expect(finding('exp3.throughput-2').value).toBeNull()
  })
})

test('an agent that does not apply is neither pass nor fail', () => {
  const { finding } = analysed(change(rows, id('exp2.partial.calculator.1'), (row) => ({ ...row, outcome: { state: 'not-applicable', because: 'needs root' }, verdicts: {} })))
  expect(finding('exp2.trusting').because).toContain('not conclusive: 1 trial not applicable')
})
