import { describe, expect, test } from 'vitest'
import { gateControls, gatesOf, gateTrials } from '../../src/experiments/index.ts'
import { match } from '../../src/experiments/recorded.ts'
import type { TrialRow } from '../../src/schema/index.ts'
import { change, failed, rowOf, says } from '../helpers/rows.ts'

const VERIFIERS = ['trusting', 'ground-truth', 'strict']
const trials = gateTrials('exp6', ['calculator', 'slugs'], VERIFIERS)
const rows = trials.map((trial, index) => rowOf(trial, 'exp6', index + 1))
const gates = (measured: readonly TrialRow[]) => gatesOf(match(trials, measured), VERIFIERS)
const on = (agent: string, to: (row: TrialRow) => TrialRow): readonly TrialRow[] => change(rows, (row) => row.task === 'slugs' && row.agent === agent, to)

test('the gate has the oracle and the no-op on every task, as control trials of their own names', () => {
  expect(trials.map(({ id, agent, task, control, verifiers }) => ({ id, agent, task, control, verifiers }))).toEqual([
    { id: 'exp6.gate.honest.calculator.1', agent: 'honest', task: 'calculator', control: true, verifiers: VERIFIERS },
    { id: 'exp6.gate.noop.calculator.1', agent: 'noop', task: 'calculator', control: true, verifiers: VERIFIERS },
    { id: 'exp6.gate.honest.slugs.1', agent: 'honest', task: 'slugs', control: true, verifiers: VERIFIERS },
    { id: 'exp6.gate.noop.slugs.1', agent: 'noop', task: 'slugs', control: true, verifiers: VERIFIERS },
  ])
})

test('a task on which the oracle passes and the no-op fails is let in', () => {
  expect(gates(rows)).toEqual([{ task: 'calculator', against: [] }, { task: 'slugs', against: [] }])
})

describe('a task is refused, and no other one, where', () => {
  test.each<[string, readonly TrialRow[], readonly string[]]>([
    ['one verifier fails the oracle', on('honest', (row) => says(row, 'strict', 'F')), ['honest: fail by strict']],
    ['verifiers pass the no-op', on('noop', (row) => says(says(row, 'strict', 'P'), 'trusting', 'P')), ['noop: pass by trusting, strict']],
    ['a verifier has an error', on('noop', (row) => says(row, 'ground-truth', 'E')), ['noop: error by ground-truth']],
    ['the trial ended in an error', on('honest', failed), ['honest: error by trusting, ground-truth, strict']],
    ['the oracle was not run', rows.filter((row) => row.task !== 'slugs' || row.agent !== 'honest'), ['honest: missing by trusting, ground-truth, strict']],
    ['the oracle does not apply', on('honest', (row) => ({ ...row, outcome: { state: 'not-applicable', because: 'it needs root' }, verdicts: {} })), ['honest: not-applicable by trusting, ground-truth, strict']],
    ['no verifier has anything to say', on('noop', (row) => VERIFIERS.reduce((silent, id) => says(silent, id, 'n'), row)), ['nothing was said of noop']],
  ])('%s', (_, measured, against) => {
    expect(gates(measured)).toEqual([{ task: 'calculator', against: [] }, { task: 'slugs', against }])
  })
})

test('a verifier with nothing to say about a task is in nobody\'s way', () => {
  expect(gates(on('honest', (row) => says(row, 'strict', 'n')))[1]).toEqual({ task: 'slugs', against: [] })
})

test('each gate is a control that says what stood against the task', () => {
  expect(gateControls('exp6', match(trials, on('noop', (row) => says(row, 'strict', 'P'))), VERIFIERS)).toEqual([
    { experiment: 'exp6', control: 'gate-calculator', expected: 'the oracle passes and the no-op fails every outcome verifier', measured: 'so it is', holds: true },
    { experiment: 'exp6', control: 'gate-slugs', expected: 'the oracle passes and the no-op fails every outcome verifier', measured: 'noop: pass by strict', holds: false },
  ])
})
