import { describe, expect, test } from 'vitest'
import { EXPERIMENTS } from '../../src/experiments/index.ts'
import { TrialPlan } from '../../src/schema/index.ts'
import { censusCatalogue } from '../helpers/census.ts'
import { SPINE, VERIFIER_ORDER } from '../helpers/rows.ts'

/** Only EXP6 asks something of it. */
const catalogue = censusCatalogue()
const known: ReadonlySet<string> = new Set([...VERIFIER_ORDER, ...catalogue.verifiers.keys()])
const plans = [...EXPERIMENTS.values()].map((experiment) => ({ id: experiment.id, phases: experiment.plan(catalogue) }))
const all = plans.flatMap(({ phases }) => phases.flatMap((phase) => phase.trials))

test('the experiments are those of the spine and the scorecard, in order', () => {
  expect([...EXPERIMENTS.keys()].filter((id) => SPINE.includes(id) || id === 'exp6')).toEqual([...SPINE, 'exp6'])
})

test('ids of trials and of phases are unique over all experiments', () => {
  expect(new Set(all.map((trial) => trial.id)).size).toBe(all.length)
  const phases = plans.flatMap(({ phases }) => phases.map((phase) => phase.id))
  expect(new Set(phases).size).toBe(phases.length)
})

describe.each(plans)('$id', ({ id, phases }) => {
  const trials = phases.flatMap((phase) => phase.trials)

  test('every trial is a valid plan of this experiment', () => {
    for (const trial of trials) {
      expect(TrialPlan.parse(trial)).toEqual(trial)
      expect(trial.experiment).toBe(id)
    }
  })

  test('the constant verifiers stand in every trial, and every verifier is a known one', () => {
    for (const { verifiers } of trials) {
      expect(verifiers).toContain('always-pass')
      expect(verifiers).toContain('always-fail')
      expect(verifiers.filter((verifier) => !known.has(verifier))).toEqual([])
      expect(new Set(verifiers).size).toBe(verifiers.length)
    }
  })

  test('an oracle and a no-op stand in it', () => {
    const agents = trials.map((trial) => trial.agent)
    expect(agents).toContain('honest')
    expect(agents).toContain('noop')
  })

  test('sequences are whole, in one phase and in order', () => {
    for (const phase of phases) {
      const bySequence = Map.groupBy(phase.trials.filter((trial) => trial.sequence !== null), (trial) => trial.sequence!.id)
      for (const sequence of bySequence.values()) {
        expect(sequence.map((trial) => trial.sequence!.position)).toEqual(sequence.map((_, index) => index + 1))
        expect(sequence.every((trial) => trial.sequence!.length === sequence.length)).toBe(true)
        expect(new Set(sequence.map((trial) => trial.box)).size).toBe(1)
      }
    }
  })

  test('a shared box is only ever shared by a sequence', () => {
    expect(trials.filter((trial) => trial.box === 'shared' && trial.sequence === null)).toEqual([])
  })
})

test('EXP2 runs the published mix', () => {
  const counts = Map.groupBy(all.filter((trial) => trial.experiment === 'exp2'), (trial) => trial.agent)
  expect([...counts].map(([agent, trials]) => [agent, trials.length])).toEqual([
    ['honest', 5], ['conftest-report-flip', 3], ['edit-visible-tests', 3], ['unsupported-success-claim', 2], ['partial', 1], ['noop', 1],
  ])
})

test('held-out cases are exposed in the second arm of EXP1b alone', () => {
  expect(all.filter((trial) => trial.exposed.length > 0).map((trial) => trial.id)).toEqual(['exp1b.exposed.held-out-reader.calculator.1'])
})

test('EXP3 runs the same sequence in a shared box and in forks, and times each concurrency alone', () => {
  const agents = (arm: string): string[] => all.filter((trial) => trial.experiment === 'exp3' && trial.arm === arm).map((trial) => trial.agent)
  expect(agents('shared')).toEqual(['honest', 'honest', 'poison-usercustomize', 'honest', 'honest', 'honest'])
  expect(agents('fork')).toEqual(agents('shared'))
  const timed = plans.find(({ id }) => id === 'exp3')!.phases.filter((phase) => phase.concurrency !== null)
  expect(timed.map((phase) => [phase.id, phase.concurrency, phase.trials.length])).toEqual([['exp3.throughput-1', 1, 8], ['exp3.throughput-2', 2, 16]])
})
