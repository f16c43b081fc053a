import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { duplicates, kept, schedule, unitsOf } from '../../src/run/schedule.ts'
import type { Phase, TrialPlan, TrialRow } from '../../src/schema/index.ts'
import { planOf } from '../helpers/catalogue.ts'

const single = (id: string): TrialPlan => planOf('honest', { id })
const sequence = (id: string, length: number): TrialPlan[] =>
  Array.from({ length }, (_, index) => planOf('honest', { id: `${id}.${index + 1}`, sequence: { id, position: index + 1, length } }))
const row = (id: string): TrialRow => ({ id }) as TrialRow

const phases = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 4 }), fc.option(fc.integer({ min: 1, max: 4 }), { nil: null })), { maxLength: 4 })
  .map((shapes): Phase[] => shapes.map(([singles, length, concurrency], phase) => ({
    id: `p${phase}`, concurrency,
    trials: [...Array.from({ length: singles }, (_, index) => single(`p${phase}.t${index}`)), ...sequence(`p${phase}.s`, length)],
  })))
const asked = { seed: 7, concurrency: 2 }
const ids = (units: ReturnType<typeof schedule>): string[] => units.flatMap((phase) => phase.units.flatMap((unit) => unit.trials.map((trial) => trial.id)))

test('a new run does every trial of the plan once, phase after phase', () => {
  fc.assert(fc.property(phases, fc.nat(), (plan, seed) => {
    const units = schedule(plan, [], { seed, concurrency: 2 })
    expect(units.map((phase) => phase.id)).toEqual(plan.map((phase) => phase.id))
    for (const [index, phase] of units.entries()) {
      expect(ids([phase]).toSorted()).toEqual(plan[index]!.trials.map((trial) => trial.id).toSorted())
    }
  }))
})

test('the same seed gives the same order, another one another', () => {
  const plan = [{ id: 'p', concurrency: null, trials: Array.from({ length: 20 }, (_, index) => single(`t${index}`)) }]
  expect(schedule(plan, [], asked)).toEqual(schedule(plan, [], asked))
  expect(ids(schedule(plan, [], { ...asked, seed: 8 }))).not.toEqual(ids(schedule(plan, [], asked)))
})

test('what is kept and what is to be done make up the plan, each trial once; nothing single is repeated', () => {
  fc.assert(fc.property(phases, fc.nat(), (plan, cut) => {
    const all = ids(schedule(plan, [], asked))
    const rows = all.slice(0, cut % (all.length + 1)).map(row)
    const rest = schedule(plan, rows, asked)
    const stays = kept(rows, rest).map((each) => each.id)
    expect([...stays, ...ids(rest)].toSorted()).toEqual(all.toSorted())
    expect(rows.map((each) => each.id).filter((id) => !id.includes('.s.') && !stays.includes(id))).toEqual([])
  }))
})

test('a sequence that was cut starts again as a whole, one that is done does not', () => {
  const plan = [{ id: 'p', concurrency: 1, trials: [...sequence('a', 3), ...sequence('b', 2)] }]
  const rows = ['a.1', 'a.2', 'b.1', 'b.2'].map(row)
  const rest = schedule(plan, rows, asked)
  expect(ids(rest)).toEqual(['a.1', 'a.2', 'a.3'])
  expect(kept(rows, rest).map((each) => each.id)).toEqual(['b.1', 'b.2'])
})

test('the order of what is left does not depend on what is done', () => {
  const plan = [{ id: 'p', concurrency: null, trials: Array.from({ length: 9 }, (_, index) => single(`t${index}`)) }]
  const all = ids(schedule(plan, [], asked))
  expect(ids(schedule(plan, [row('t3'), row('t5')], asked))).toEqual(all.filter((id) => id !== 't3' && id !== 't5'))
})

test('trials of a sequence keep their positions, whatever the order of the plan', () => {
  expect(unitsOf(sequence('a', 4).toReversed())[0]!.trials.map((trial) => trial.sequence!.position)).toEqual([1, 2, 3, 4])
})

test('an id that is planned twice is found, across phases too', () => {
  expect(duplicates([{ id: 'p', concurrency: 1, trials: [single('x')] }, { id: 'q', concurrency: 1, trials: [single('y'), single('x')] }])).toEqual(['x'])
})
