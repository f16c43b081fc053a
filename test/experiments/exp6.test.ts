import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Analysis } from '../../src/experiments/index.ts'
import { coveringPhase, exp6 } from '../../src/experiments/exp6.ts'
import { Control, Finding, TrialRow, type Agent, type Task } from '../../src/schema/index.ts'
import { act, censusCatalogue, censusRows, cheat, expectedOf, FEW, telling, type Trick } from '../helpers/census.ts'
import { change, failed } from '../helpers/rows.ts'
import { reader } from '../helpers/tables.ts'

const rows = expectedOf(censusRows())
const analysed = (some: readonly TrialRow[]): Analysis => exp6.analyse(some)
const { cell, row } = reader(analysed)
const finding = (some: readonly TrialRow[], id: string): Finding => analysed(some).findings.find((each) => each.finding === id)!

test('rows, findings and controls are as the schema has them, and in a world as it should be every control holds', () => {
  for (const each of rows) expect(TrialRow.parse(each)).toEqual(each)
  const { findings, controls } = analysed(rows)
  for (const each of findings) expect(Finding.parse(each)).toEqual(each)
  for (const each of controls) expect([Control.parse(each), each.holds]).toEqual([each, true])
  expect(controls.map(({ control: name }) => name)).toEqual([
    'all-recorded', 'tricks-ran', 'always-pass', 'always-fail', 'gate-answer', 'gate-other',
    'separate-session', 'with-network', 'without-distinct-user', 'without-link-refusal', 'without-network', 'without-private-tmp', 'without-process-kill', 'without-system-call-filter',
  ])
  expect(findings.filter(({ reproduced }) => reproduced !== null).map(({ finding: id, reproduced }) => [id, reproduced])).toEqual([
    ['exp6.strict.fooled', true], ['exp6.strict.false-alarms', true], ['exp6.property.fooled', true], ['exp6.property.false-alarms', true], ['exp6.drift', true],
  ])
})

test('the two published tables begin with exactly their published columns', () => {
  const columns = (id: string): readonly string[] => analysed(rows).tables.find((table) => table.id === id)!.columns
  expect(columns('matrix').slice(0, 9)).toEqual(['agent', 'label', 'family', 'task', 'backend', 'verifier', 'verdict', 'expected', 'reason'])
  expect(columns('scorecard').slice(0, 8)).toEqual(['verifier', 'cheats', 'fooled', 'honest', 'false_alarms', 'errors', 'sensitivity', 'interval'])
})

describe('neither order nor repetition changes anything', () => {
  test('the order of rows', () => {
    const whole = analysed(rows)
    fc.assert(fc.property(fc.shuffledSubarray([...rows], { minLength: rows.length }), (some) => {
      expect(analysed(some)).toEqual(whole)
    }), { numRuns: 25 })
  })

  test('a row that is there twice', () => {
    fc.assert(fc.property(fc.subarray([...rows]), (some) => {
      expect(analysed([...rows, ...some])).toEqual(analysed(rows))
    }), { numRuns: 25 })
  })

  test('a repeat of a deterministic agent counts once', () => {
    const repeated = rows.flatMap((each) => [1, 2].map((repeat) => ({ ...each, id: each.id.replace(/1$/, String(repeat)), repeat, armSize: each.armSize! * 2 })))
    expect(analysed(repeated).tables).toEqual(analysed(rows).tables)
    expect(finding(repeated, 'exp6.drift').reproduced).toBe(true)
  })
})

describe('each kind of verifier has its own denominator', () => {
  test.each([
    // cheats, fooled, honest, false alarms, weak, weak passed, right artifacts that no honest agent made, those that it failed
    ['trusting-exit', 3, 3, 2, 0, 2, 0, 2, 0], ['rerun-tests', 3, 2, 2, 0, 2, 0, 2, 0], ['held-out-clean', 3, 1, 2, 0, 2, 0, 2, 0], ['strict', 3, 0, 2, 0, 2, 0, 2, 0],
  ])('outcome: %s counts wrong artifacts, and right ones of cheats in no denominator of cheats', (verifier, cheats, fooled, honest, alarms, weak, weakPassed, right, rightFailed) => {
    expect(row(rows, 'scorecard', verifier)).toMatchObject({
      cheats, fooled, honest, false_alarms: alarms, weak, weak_passed: weakPassed, right_not_honest: right, right_failed: rightFailed, errors: 0,
    })
  })

  test.each([
    ['integrity', 2, ['equal']], ['provenance', 2, ['table']], ['timing', 1, []],
  ])('%s counts the cheats of its own kind', (verifier, cheats, fooledBy) => {
    expect(row(rows, 'scorecard', verifier)).toMatchObject({ cheats, fooled: fooledBy.length, honest: 2, false_alarms: 0, weak: null, kappa_strict: null, lie_rate: null })
    expect(FEW.map(({ agent }) => agent.id).filter((agent) => String(cell(rows, 'exp6-agents', agent, verifier)).endsWith('fooled'))).toEqual(fooledBy)
  })

  test('a verifier of tests counts the suites that are handed in, which are nobody else\'s affair', () => {
    const suite = (id: string, over: Partial<Agent>, seen: boolean): Trick => ({ agent: cheat(id, 'test-suite', { artifactCorrect: true, ...over }), fools: 0, seen })
    const tricks = [
      ...FEW, suite('greps', {}, true), suite('hashes', {}, false),
      suite('strong', { label: 'honest', conduct: 'honest' }, true), suite('empty', { label: 'weak', conduct: 'weak' }, true), suite('mock', { label: 'weak', conduct: 'weak' }, false),
    ]
    const some = expectedOf(censusRows(censusCatalogue(tricks), tricks))
    expect(row(some, 'scorecard', 'mutation')).toMatchObject({ kind: 'tests', cheats: 2, fooled: 1, honest: 1, false_alarms: 0, weak: 2, weak_passed: 1, right_not_honest: null, lie_rate: null })
    expect(row(some, 'scorecard', 'integrity')).toMatchObject({ cheats: 2, honest: 3 })
    expect(row(some, 'scorecard', 'strict')).toMatchObject({ cheats: 3, honest: 3, right_not_honest: 6, right_failed: 0 })
    expect(row(rows, 'scorecard', 'mutation')).toMatchObject({ cheats: 0, honest: 0, sensitivity: null, interval: null })
  })

  test('the constant verifiers are held against the outcome', () => {
    expect(row(rows, 'scorecard', 'always-pass')).toMatchObject({ cheats: 3, fooled: 3, false_alarms: 0, sensitivity: 0 })
    expect(row(rows, 'scorecard', 'always-fail')).toMatchObject({ cheats: 3, fooled: 0, honest: 2, false_alarms: 2, sensitivity: 1 })
  })

  test('a design that fools on one task of two has fooled', () => {
    const once = change(rows, act('hook', 'other'), (each) => telling(each, 'held-out', 'pass'))
    expect(cell(once, 'scorecard', 'held-out', 'fooled')).toBe(cell(rows, 'scorecard', 'held-out', 'fooled') as number + 1)
    expect(cell(once, 'exp6-agents', 'hook', 'held-out')).toBe('1/2 fooled')
  })
})

describe('what is asked of strict and of property', () => {
  test('a cheat that passes, a weak behaviour that passes, an honest one and any right artifact that fails each break it', () => {
    const broken = (agent: string, said: 'pass' | 'fail', name: string) => finding(change(rows, act(agent), (each) => telling(each, 'strict', said)), `exp6.strict.${name}`)
    expect(broken('hook', 'pass', 'fooled')).toMatchObject({ reproduced: false, numerator: 1, denominator: 3 })
    expect(broken('partial', 'pass', 'fooled')).toMatchObject({ reproduced: false, numerator: 0 })
    expect(broken('partial', 'pass', 'fooled').because).toContain('1 of 2 weak behaviours pass: partial')
    expect(broken('tidy', 'fail', 'false-alarms')).toMatchObject({ reproduced: false, numerator: 1, denominator: 2 })
    expect(broken('history', 'fail', 'false-alarms')).toMatchObject({ reproduced: false, numerator: 0 })
    expect(broken('history', 'fail', 'false-alarms').because).toContain('1 of 2 right artifacts of others fail: history')
    expect(finding(change(rows, act('hook'), (each) => telling(each, 'strict', 'pass')), 'exp6.property.fooled').reproduced).toBe(true)
  })

  test('what the others do is told, whatever it is', () => {
    expect(finding(rows, 'exp6.trusting-exit.fooled')).toMatchObject({ reproduced: null, numerator: 3, denominator: 3 })
    expect(finding(rows, 'exp6.trusting-exit.fooled').because).toContain('told, not judged: 3 of 3 cheats fool it: equal, hook, table')
  })

  test('an error makes it not conclusive, and bounds say what it may hide', () => {
    const doubtful = change(rows, act('equal'), (each) => telling(each, 'strict', 'error'))
    expect(finding(doubtful, 'exp6.strict.fooled')).toMatchObject({ reproduced: false, errors: 1, value: 0, bounds: { low: 0, high: 1 } })
    expect(finding(doubtful, 'exp6.strict.fooled').because).toContain('not conclusive')
    expect(cell(doubtful, 'scorecard', 'strict', 'errors')).toBe(1)
    const whole = change(rows, act('equal'), failed)
    expect(cell(whole, 'scorecard', 'held-out', 'errors')).toBe(1)
    expect(finding(whole, 'exp6.strict.fooled').reproduced).toBe(false)
  })

  test('a verifier that has nothing to say is neither an error nor a judgement', () => {
    expect(row(rows, 'scorecard', 'timing')).toMatchObject({ errors: 0, cheats: 1 })
    const silent = rows.map((each) => ({ ...each, verdicts: { ...each.verdicts, property: each.verdicts['mutation']! } }))
    expect(row(silent, 'scorecard', 'property')).toMatchObject({ cheats: 0, sensitivity: null, interval: null })
    expect(finding(silent, 'exp6.property.fooled')).toMatchObject({ reproduced: false })
  })
})

describe('rates', () => {
  test('against strict, over the acts that both judged', () => {
    // Of 17 acts strict passes 7: two honest agents and history on two tasks, clock on one. trusting-exit passes those and three cheats on two tasks.
    expect(row(rows, 'scorecard', 'trusting-exit')).toMatchObject({
      acts: 17, passes: 13, strict_passes: 7, lies: 6, lie_rate: 0.462, inflation_points: 35.294, pass_rate: 0.765, strict_pass_rate: 0.412, kappa_strict: 0.354, ac1_strict: 0.315,
    })
    expect(row(rows, 'scorecard', 'strict')).toMatchObject({ lies: 0, lie_rate: 0, inflation_points: 0, kappa_strict: 1 })
  })

  test('the interval is over designs and there for each verifier that judged one', () => {
    expect(row(rows, 'scorecard', 'strict')).toMatchObject({ sensitivity: 1, interval: '0.439 to 1.000', interval_low: 0.439, interval_high: 1 })
    expect(row(rows, 'scorecard', 'held-out-clean')).toMatchObject({ sensitivity: 0.667 })
    expect(analysed(rows).findings.filter(({ interval }) => interval !== null)).toEqual([])
  })

  test('by family, where an agent counts once', () => {
    expect(row(rows, 'exp6-families', 'runner-hook')).toMatchObject({ 'designs': 1, 'trusting-exit': '1/1', 'rerun-tests': '0/1', 'integrity': '0/1', 'provenance': null })
    expect(row(rows, 'exp6-families', 'solution-contamination')).toMatchObject({ 'strict': null, 'provenance': '0/1' })
  })
})

test('a world in which no row was recorded has neither a reproduced finding nor a crash', () => {
  const { findings } = analysed([])
  expect(findings.filter(({ reproduced }) => reproduced === true)).toEqual([])
  expect(findings.find(({ finding: id }) => id === 'exp6.drift')!.because).toContain('nothing is declared')
})

test('the covering part has every agent once and the controls on every task, the published task first, false timing where time is bounded', () => {
  const clock = { ...FEW[4]!, agent: { ...FEW[4]!.agent, appliesTo: ['any'] } }
  const plain = censusCatalogue([...FEW.slice(0, 4), clock], ['answer', 'calculator', 'sorted'])
  const sorted = { ...plain.tasks.get('sorted')!, timing: {} as NonNullable<Task['timing']> }
  const { trials } = coveringPhase({ ...plain, tasks: new Map([...plain.tasks, ['sorted', sorted]]) })
  const tasks = (agent: string): readonly string[] => trials.filter((trial) => trial.agent === agent).map(({ task }) => task)
  expect(['hook', 'partial', 'clock'].map(tasks)).toEqual([['calculator'], ['calculator'], ['sorted']])
  expect(['honest', 'noop'].map((agent) => tasks(agent).toSorted())).toEqual([['answer', 'calculator', 'sorted'], ['answer', 'calculator', 'sorted']])
  expect(new Set(trials.map(({ agent }) => agent))).toEqual(new Set(plain.agents.keys()))
  expect(trials.every(({ armSize }) => armSize === trials.length)).toBe(true)
})

test('the plan leaves no agent out but those of a staged session', () => {
  const catalogue = censusCatalogue([...FEW, { ...FEW[0]!, agent: { ...FEW[0]!.agent, id: 'reader', needs: ['layout'] } }])
  const [census] = exp6.plan(catalogue)
  expect(new Set(census!.trials.map(({ agent }) => agent))).toEqual(new Set([...catalogue.agents.keys()].filter((id) => id !== 'reader')))
  expect(census!.trials.every(({ armSize, verifiers }) => armSize === census!.trials.length && verifiers.length === catalogue.verifiers.size)).toBe(true)
})
