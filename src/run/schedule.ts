import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Phase, TrialPlan, RowFacts } from '../schema/index.ts'

/** What is started as one: a trial, or a whole sequence, whose trials run in order and one at a time. */
export interface Unit { readonly id: string; readonly trials: readonly TrialPlan[] }

/** The units of a phase, in the order in which they start. */
export interface PhaseUnits { readonly id: string; readonly concurrency: number; readonly units: readonly Unit[] }

/**
 * What is to be done, from the plan and the rows that are already there; pure, so that a resumed run asks the same
 * question as a new one. A sequence counts as done only as a whole, since its box is gone with the process that held it.
 * The order within a phase is drawn from the seed, and does not depend on what is already done.
 */
export function schedule(phases: readonly Phase[], recorded: readonly RowFacts[], { seed, concurrency }: { seed: number; concurrency: number }): readonly PhaseUnits[] {
  const done = new Set(recorded.map((row) => row.id))
  return phases.map((phase, index) => ({
    id: phase.id,
    concurrency: phase.concurrency ?? concurrency,
    units: shuffled(unitsOf(phase.trials), seed, index).filter((unit) => !unit.trials.every((trial) => done.has(trial.id))),
  }))
}

/** The rows that stay when the given phases are still to run: those of a unit that starts again are dropped. */
export function kept(rows: readonly RowFacts[], phases: readonly PhaseUnits[]): readonly RowFacts[] {
  const again = new Set(phases.flatMap((phase) => phase.units.flatMap((unit) => unit.trials.map((trial) => trial.id))))
  return rows.filter((row) => !again.has(row.id))
}

export function unitsOf(trials: readonly TrialPlan[]): readonly Unit[] {
  const groups = Map.groupBy(trials, (trial) => trial.sequence === null ? trial.id : `sequence ${trial.sequence.id}`)
  return [...groups].map(([id, trials]) => ({
    id,
    trials: trials.toSorted((a, b) => (a.sequence?.position ?? 0) - (b.sequence?.position ?? 0)),
  }))
}

/** Ids that a plan uses twice. A run refuses such a plan, since a row couldn't be told from the other. */
export function duplicates(phases: readonly Phase[]): readonly string[] {
  const ids = phases.flatMap((phase) => phase.trials.map((trial) => trial.id))
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
}

function shuffled<T>(items: readonly T[], seed: number, stream: number): readonly T[] {
  const random = xoroshiro128plus(Math.imul(seed, 0x9e3779b1) ^ stream)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}
