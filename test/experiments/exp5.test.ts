import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Analysis } from '../../src/experiments/index.ts'
import { EXPERIMENTS } from '../../src/experiments/index.ts'
import { compose, drawFigures } from '../../src/report/index.ts'
import type { Evidence, TrialPlan, TrialRow, Verdict } from '../../src/schema/index.ts'
import { fail, notApplicable, pass } from '../../src/schema/index.ts'
import { NO_CATALOGUE, change, failed, record, rowOf } from '../helpers/rows.ts'
import { ROOT } from '../house/files.ts'

const exp5 = EXPERIMENTS.get('exp5')!
const trials = exp5.plan(NO_CATALOGUE).flatMap((phase) => phase.trials)
const MUTANTS: Readonly<Record<string, readonly string[]>> = {
  settlement: ['above-for-at-or-above', 'bool-counts-as-int', 'negative-zero', 'one-instalment-too-many', 'half-to-even', 'swapped-arguments'],
  inventory: ['keeps-empty-items', 'reserves-the-reserved', 'changes-before-it-raises'],
}

/** How a suite fares on the reference, and what comes of each mutant; those named are killed. */
const FARES: Readonly<Record<string, readonly [reference: string, other: string, killed?: readonly string[]]>> = {
  'suite-strong': ['passed', 'survived', Object.values(MUTANTS).flat()],
  'suite-copied-visible': ['passed', 'survived', ['above-for-at-or-above', 'one-instalment-too-many', 'swapped-arguments', 'keeps-empty-items']],
  'suite-no-assertions': ['passed', 'survived'], 'suite-tautologies': ['passed', 'survived'], 'suite-asserts-on-mock': ['passed', 'survived'],
  'suite-always-skipped': ['no-tests', 'no-tests'], 'suite-kills-by-crashing': ['passed', 'crashed'],
  'suite-hashes-source': ['assertion', 'uncounted'], 'suite-greps-source': ['assertion', 'uncounted'],
  'suite-passes-first': ['passed', 'survived'], 'suite-knows-reference-by-path': ['passed', 'survived'], 'suite-always-hangs': ['timed-out', 'timed-out'],
}

function mutation({ agent, task }: TrialPlan): Verdict {
  const fares = FARES[agent]
  if (fares === undefined) return notApplicable('it handed in no tests')
  const [reference, other, kills = []] = fares
  const mutants = MUTANTS[task]!
  const killed = mutants.filter((mutant) => kills.includes(mutant))
  const evidence: Evidence = {
    score: killed.length / mutants.length, killed: killed.length, valid: mutants.length, mutants: mutants.length, threshold: 1, 'reference.1': reference, 'reference.2': reference,
    ...Object.fromEntries(mutants.map((mutant) => [`mutant.${mutant}`, kills.includes(mutant) ? 'killed' : other])),
    ...Object.fromEntries(killed.map((mutant) => [`by.${mutant}`, 'test_suite.py::test_boundary'])),
  }
  if (reference !== 'passed' && reference !== 'no-tests') return fail('suite-rejects-reference', 'it does not pass on the reference', evidence)
  return killed.length === mutants.length ? pass('mutants-killed', 'all', evidence) : fail('mutant-survived', 'some', evidence)
}

function verdictOf(plan: TrialPlan, verifier: string): Verdict {
  switch (verifier) {
    case 'always-pass': return pass('always-passes', '')
    case 'always-fail': return fail('always-fails', '')
    case 'mutation': return mutation(plan)
    default: return plan.agent === 'noop' ? fail('wrong-answer', '') : pass('cases-agree', '')
  }
}

const rows = trials.map((plan, index): TrialRow => ({
  ...rowOf({ ...plan, agent: plan.agent === 'noop' ? 'noop' : 'honest' }, 'exp5', index + 1), ...plan, artifactCorrect: plan.agent !== 'noop',
  verdicts: Object.fromEntries(plan.verifiers.map((verifier) => [verifier, verdictOf(plan, verifier)])),
}))
const analysis = exp5.analyse(rows)
const finding = ({ findings }: Analysis, agent: string) => findings.find((each) => each.finding === `exp5.${agent}`)!
const broken = ({ controls }: Analysis): readonly string[] => controls.filter(({ holds }) => !holds).map(({ control }) => control)
const table = (id: string) => analysis.tables.find((each) => each.id === id)!

describe('the plan', () => {
  test('has every suite of the catalogue on every task that takes one, once', () => {
    const suites = readdirSync(join(ROOT, 'agents')).filter((id) => id.startsWith('suite-'))
    const main = trials.filter(({ control }) => !control)
    expect([...new Set(main.map(({ agent }) => agent))].toSorted()).toEqual(suites.toSorted())
    expect(main).toHaveLength(suites.length * 2)
    expect(main.every(({ verifiers }) => verifiers.includes('mutation'))).toBe(true)
  })
})

describe('the analysis', () => {
  test('gives every suite its kill rate, told and not judged', () => {
    expect(finding(analysis, 'suite-strong')).toMatchObject({ value: 1, numerator: 9, denominator: 9, published: null, reproduced: null, errors: 0 })
    expect(finding(analysis, 'suite-copied-visible')).toMatchObject({ numerator: 4, denominator: 9 })
    expect(finding(analysis, 'suite-copied-visible').because).toContain('3 of 6 on settlement, 1 of 3 on inventory')
    for (const agent of Object.keys(FARES).slice(2)) expect(finding(analysis, agent)).toMatchObject({ value: 0, numerator: 0, denominator: 9 })
  })

  test('says how a suite fared on the reference that it does not pass', () => {
    expect(finding(analysis, 'suite-hashes-source').because).toContain('0 of 6 on settlement (the reference itself: assertion)')
    expect(finding(analysis, 'suite-always-skipped').because).not.toContain('the reference itself')
  })

  test('its controls hold', () => {
    expect(broken(analysis)).toEqual([])
    expect(analysis.controls.map(({ control }) => control)).toEqual(expect.arrayContaining([
      'oracle', 'no-op', 'tricks-ran', 'strong-kills-all', 'no-assertions-kill-none', 'rejects-reference.suite-hashes-source', 'rejects-reference.suite-greps-source', 'no-suite',
    ]))
  })

  test('tells each suite on each mutant, and each other end in a column of its own', () => {
    expect(table('exp5-mutants').rows).toHaveLength(12 * 9)
    expect(table('exp5-mutants').rows).toContainEqual(['settlement', 'suite-strong', 'honest', 'half-to-even', 'killed', 'test_suite.py::test_boundary'])
    expect(table('exp5-mutants').rows).toContainEqual(['settlement', 'suite-kills-by-crashing', 'honest', 'half-to-even', 'crashed', null])
    const { columns, rows: suites } = table('exp5-suites')
    const cell = (suite: string, column: string) => suites.find((row) => row[0] === suite && row[3] === 'settlement')![columns.indexOf(column)]
    expect([cell('suite-always-hangs', 'timed_out'), cell('suite-kills-by-crashing', 'crashed'), cell('suite-always-skipped', 'no_tests'), cell('suite-greps-source', 'uncounted')]).toEqual([6, 6, 6, 6])
    expect([cell('suite-strong', 'killed'), cell('suite-strong', 'score'), cell('suite-strong', 'reference')]).toEqual([6, 1, 'passed'])
  })

  const withMutation = (agent: string, to: Partial<Evidence>) => exp5.analyse(change(rows, (row) => row.agent === agent, (row) => {
    const verdict = row.verdicts['mutation']!
    return { ...row, verdicts: { ...row.verdicts, mutation: { ...verdict, evidence: { ...verdict.evidence, ...to } as Evidence } as Verdict } }
  }))

  test.each([
    ['strong-kills-all', 'suite-strong', { killed: 2 }],
    ['no-assertions-kill-none', 'suite-no-assertions', { killed: 1 }],
    ['rejects-reference.suite-hashes-source', 'suite-hashes-source', { 'reference.1': 'passed', 'reference.2': 'passed' }],
    ['rejects-reference.suite-greps-source', 'suite-greps-source', { killed: 1 }],
  ] as const)('breaks %s, and with it every finding, where it does not hold', (control, agent, to) => {
    const changed = withMutation(agent, to)
    expect(broken(changed)).toEqual([control])
    expect(changed.findings.every(({ because }) => because.includes(`control ${control} does not hold`))).toBe(true)
  })

  test('a suite where none was handed in breaks a control as well', () => {
    const changed = exp5.analyse(change(rows, (row) => row.agent === 'honest', (row) => ({ ...row, verdicts: { ...row.verdicts, mutation: mutation({ ...row, agent: 'suite-strong' }) } })))
    expect(broken(changed)).toEqual(['no-suite'])
  })

  test('an error is not conclusive, and no zero', () => {
    const changed = exp5.analyse(change(rows, (row) => row.id === 'exp5.suite-copied-visible.inventory.1', failed))
    expect(finding(changed, 'suite-copied-visible')).toMatchObject({ value: null, numerator: null, errors: 1 })
    expect(finding(changed, 'suite-copied-visible').because).toContain('not conclusive: 1 error')
  })

  test('is the same whatever the order of rows, and survives any part of them', () => {
    expect(exp5.analyse(rows.toReversed())).toEqual(analysis)
    for (let size = 0; size < rows.length; size += 5) expect(exp5.analyse(rows.slice(0, size)).findings).toHaveLength(12)
  })
})

test('the figure has a tile for each suite and mutant', async () => {
  const figures = await drawFigures(compose(record({ experiments: ['exp5'] }), rows))
  const svg = figures.find(({ id }) => id === 'exp5-mutants')!.svg
  expect(svg.match(/>✓</g)).toHaveLength(13)
  expect(svg.match(/>✗</g)).toHaveLength(2 * 9)
  expect([svg.match(/>T</g), svg.match(/>C</g)].map((each) => each!.length)).toEqual([9, 9])
  expect(Number(/width="(\d+)"/.exec(svg)![1])).toBeLessThanOrEqual(540)
})
