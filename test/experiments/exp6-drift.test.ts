import { describe, expect, test } from 'vitest'
import type { Analysis } from '../../src/experiments/index.ts'
import { exp6 } from '../../src/experiments/exp6.ts'
import type { Control, Finding, TrialRow } from '../../src/schema/index.ts'
import { act, censusCatalogue, censusRows, expectedOf, FEW, telling } from '../helpers/census.ts'
import { change, failed } from '../helpers/rows.ts'
import { reader } from '../helpers/tables.ts'

const rows = expectedOf(censusRows())
const analysed = (some: readonly TrialRow[]): Analysis => exp6.analyse(some)
const { row } = reader(analysed)
const drift = (some: readonly TrialRow[]): Finding => analysed(some).findings.find((each) => each.finding === 'exp6.drift')!
const lines = (some: readonly TrialRow[], id: string): Analysis['tables'][number]['rows'] => analysed(some).tables.find((table) => table.id === id)!.rows
const control = (some: readonly TrialRow[], id: string): Control => analysed(some).controls.find((each) => each.control === id)!

describe('drift', () => {
  test('names the cell, what was expected and measured, and how to repeat it', () => {
    const odd = change(rows, act('hook', 'other'), (each) => telling(each, 'held-out', 'pass'))
    expect(drift(odd)).toMatchObject({ value: 1, denominator: 17 * 17, reproduced: false })
    expect(drift(odd).because).toContain('hook on other, held-out: expected fail, measured pass (polygraph try --agent hook --task other)')
    expect(lines(odd, 'exp6-drift')).toEqual([['hook', 'other', 'held-out', 'fail', 'pass', 'all cases agree', 'polygraph try --agent hook --task other']])
  })

  test('the command says what is not the default', () => {
    const odd = change(rows, act('hook'), (each) => ({ ...telling(each, 'held-out', 'pass'), backend: 'other-backend', mode: 'fast' }))
    expect(lines(odd, 'exp6-drift')[0]!.at(-1)).toBe('polygraph try --agent hook --task answer --backend other-backend --mode fast')
  })

  test('many are counted and three are named', () => {
    const odd = rows.map((each) => each.arm === 'main' ? telling(each, 'held-out', each.verdicts['held-out']!.verdict === 'pass' ? 'fail' : 'pass') : each)
    expect(drift(odd).value).toBe(17)
    expect(drift(odd).because).toMatch(/14 more in tables\/exp6-drift\.csv/)
    expect(drift(odd).because.match(/polygraph try/g)).toHaveLength(3)
  })

  test('an error where a verdict is expected differs, and so does a trial that failed as a whole', () => {
    expect(drift(change(rows, act('hook'), (each) => telling(each, 'held-out', 'error')))).toMatchObject({ value: 1, errors: 1, reproduced: false })
    const whole = drift(change(rows, act('hook'), failed))
    expect(whole).toMatchObject({ value: 17, errors: 1, reproduced: false })
    expect(whole.because).toContain('measured error')
  })

  test('an expected error is no difference', () => {
    const declared = change(rows, act('hook'), (each) => ({ ...telling(each, 'held-out', 'error'), expected: { ...each.expected, 'held-out': 'error' } }))
    expect(drift(declared)).toMatchObject({ value: 0, errors: 0, reproduced: true })
  })

  test('an act that does not apply is a verdict of its own', () => {
    const notHere = change(rows, act('hook'), (each) => ({ ...each, outcome: { state: 'not-applicable', because: 'needs root' }, verdicts: {}, witnessed: null }))
    // Two of seventeen said so before.
    expect(drift(notHere)).toMatchObject({ value: 15, reproduced: false })
    const declared = notHere.map((each) => act('hook')(each) ? { ...each, expected: Object.fromEntries(each.verifiers.map((id) => [id, 'not-applicable' as const])) } : each)
    expect(drift(declared)).toMatchObject({ value: 0, reproduced: true })
    expect(row(declared, 'scorecard', 'strict')).toMatchObject({ cheats: 3, errors: 0 })
  })

  test('cells without an expectation are told, and nothing declared at all is no reproduction', () => {
    const partly = change(rows, act('hook'), (each) => ({ ...each, expected: {} }))
    expect(drift(partly)).toMatchObject({ value: 0, denominator: 16 * 17, reproduced: true })
    expect(drift(partly).because).toContain('17 cells are undeclared: hook on answer, trusting-claim, hook on answer, trusting-exit, hook on answer, trusting and 14 more')
    expect(drift(censusRows())).toMatchObject({ value: 0, denominator: 0, reproduced: false })
  })

  test('expectations come from the matrix of the catalogue, and an agent\'s own stand above it', () => {
    const tricks = [{ ...FEW[0]!, agent: { ...FEW[0]!.agent, expect: { strict: 'fail' as const } } }]
    const catalogue = censusCatalogue(tricks, ['answer'], new Map([['hook answer', { 'strict': 'pass', 'held-out': 'fail' }]]))
    const planned = exp6.plan(catalogue)[0]!.trials.find(({ agent }) => agent === 'hook')!
    expect(planned.expected).toEqual({ 'strict': 'fail', 'held-out': 'fail' })
    expect(exp6.plan(catalogue)[1]!.trials.every(({ expected }) => expected === undefined)).toBe(true)
  })
})

describe('rows that are not as they should be', () => {
  test('a missing row breaks a control, and with it every judged finding', () => {
    const some = rows.filter((each) => !act('hook')(each))
    expect(control(some, 'all-recorded')).toMatchObject({ holds: false, expected: '17 trials', measured: '16' })
    expect(analysed(some).findings.filter(({ reproduced }) => reproduced === true)).toEqual([])
    expect(drift(some).because).toContain('a control does not hold: all-recorded')
  })

  test('one trial recorded twice with different verdicts is a conflict, in neither denominator, whatever comes first', () => {
    const twice = [...rows, telling(rows.find(act('equal'))!, 'strict', 'pass')]
    for (const some of [twice, twice.toReversed()]) {
      expect(row(some, 'scorecard', 'strict')).toMatchObject({ cheats: 3, fooled: 0, errors: 1 })
      expect(drift(some)).toMatchObject({ value: 1, errors: 1, reproduced: false })
      expect(lines(some, 'exp6-drift')[0]).toMatchObject(['equal', 'answer', 'strict', 'fail', 'conflict', 'recorded more than once, and the verdicts differ', expect.any(String)])
    }
  })

  test('repeats that disagree are one too', () => {
    const again = { ...telling(rows.find(act('equal'))!, 'strict', 'pass'), id: 'exp6.equal.answer.2', repeat: 2 }
    expect(row([...rows, again], 'scorecard', 'strict')).toMatchObject({ fooled: 0, errors: 1 })
  })

  test('a verdict that is missing from a graded row is an error, not a fail', () => {
    const without = change(rows, act('equal'), (each) => ({ ...each, verdicts: Object.fromEntries(Object.entries(each.verdicts).filter(([id]) => id !== 'strict')) }))
    expect(row(without, 'scorecard', 'strict')).toMatchObject({ fooled: 0, errors: 1 })
    expect(lines(without, 'matrix').find((each) => each[0] === 'equal' && each[3] === 'answer' && each[5] === 'strict')).toMatchObject({ 6: 'missing', 8: 'missing' })
  })
})

describe('controls', () => {
  test('a cheat whose trick did not run is told, and scored neither as detected nor as fooling', () => {
    const idle = change(rows, (each) => each.agent === 'hook' && each.arm === 'main', (each) => ({ ...each, witnessed: false }))
    expect(control(idle, 'tricks-ran')).toMatchObject({ holds: false, measured: '7 of 9; no witness: hook on answer, hook on other' })
    expect(row(idle, 'scorecard', 'strict')).toMatchObject({ cheats: 2, fooled: 0 })
    expect(row(idle, 'scorecard', 'trusting-exit')).toMatchObject({ cheats: 2, fooled: 2, acts: 15 })
    expect(row(idle, 'exp6-families', 'runner-hook')).toBeUndefined()
    expect(row(idle, 'exp6-agents', 'hook')).toMatchObject({ trick_ran: '0/2' })
    expect(lines(idle, 'matrix').filter((each) => each[0] === 'hook').every((each) => each.at(-1) === 'no')).toBe(true)
    expect(drift(idle)).toMatchObject({ value: 0, reproduced: false })
  })

  test('on one task of two, the other still counts', () => {
    const half = change(rows, act('hook'), (each) => ({ ...each, witnessed: false }))
    expect(row(half, 'scorecard', 'strict')).toMatchObject({ cheats: 3 })
    expect(row(half, 'exp6-agents', 'hook')).toMatchObject({ trick_ran: '1/2' })
  })

  test.each([['honest', 'fail'], ['noop', 'pass']] as const)('the gate of a task is shut where %s gets %s from an outcome verifier', (agent, said) => {
    const shut = change(rows, act(agent, 'other'), (each) => telling(each, 'held-out', said))
    expect(control(shut, 'gate-other')).toMatchObject({ holds: false, measured: `${agent}: ${said} by held-out` })
    expect(control(shut, 'gate-answer').holds).toBe(true)
    expect(analysed(shut).findings.filter(({ reproduced }) => reproduced === true)).toEqual([])
  })

  test('a verifier of another kind is no keeper of the gate', () => {
    const alarmed = change(rows, act('honest', 'other'), (each) => telling(each, 'integrity', 'fail'))
    expect(control(alarmed, 'gate-other').holds).toBe(true)
    expect(row(alarmed, 'scorecard', 'integrity')).toMatchObject({ false_alarms: 1, alarmed_by: 'honest' })
  })

  test.each([['always-pass', 'fail'], ['always-fail', 'pass']] as const)('%s that says %s once is seen', (verifier, said) => {
    const odd = change(rows, act('hook'), (each) => telling(each, verifier, said))
    expect(control(odd, verifier)).toMatchObject({ holds: false })
    expect(drift(odd).reproduced).toBe(false)
  })

  test('an arm in which grading itself breaks is seen', () => {
    const broken = change(rows, (each) => each.arm === 'without-network' && each.agent === 'noop', (each) => telling(each, 'strict', 'pass'))
    expect(control(broken, 'without-network')).toMatchObject({ holds: false, measured: 'pass and pass' })
  })
})
