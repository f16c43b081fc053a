import type { RowFacts } from '../schema/index.ts'
import { exp0 } from './exp0.ts'
import { exp1 } from './exp1.ts'
import { exp1b } from './exp1b.ts'
import { exp2 } from './exp2.ts'
import { exp3 } from './exp3.ts'
import { exp4 } from './exp4.ts'
import { exp5 } from './exp5.ts'
import { exp6 } from './exp6.ts'
import type { Analysis, Experiment } from './experiment.ts'

export { gateControls, gatesOf, gateTrials, type Gate } from './gate.ts'
export { canonical, FACTS } from './recorded.ts'
export type { Analysis, Experiment, Table } from './experiment.ts'
export { PUBLISHED, type Published } from './published.ts'

/** Every experiment by id, in the order in which they run and are reported. */
export const EXPERIMENTS: ReadonlyMap<string, Experiment> = new Map([exp0, exp1, exp1b, exp2, exp3, exp4, exp5, exp6].map((each) => [each.id, each]))

/**
 * The analysis of every experiment that has a row or was `asked` for, in fixed order; one that was asked for and never ran
 * is not conclusive, not absent. Rows of unknown experiments are left out.
 */
export function analyseAll(rows: readonly RowFacts[], asked: readonly string[] = []): readonly { readonly experiment: Experiment; readonly analysis: Analysis }[] {
  const byExperiment = Map.groupBy(rows, (row) => row.experiment)
  return [...EXPERIMENTS.values()].flatMap((experiment) => {
    const own = byExperiment.get(experiment.id)
    return own === undefined && !asked.includes(experiment.id) ? [] : [{ experiment, analysis: experiment.analyse(own ?? []) }]
  })
}
