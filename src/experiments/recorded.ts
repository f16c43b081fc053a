import type { Evidence, RowFacts, TrialPlan } from '../schema/index.ts'
import type { Answer } from '../stats/index.ts'

/**
 * What a verifier said of a planned trial. `missing`: no row, or a row without this verdict. `conflict`: the trial was
 * recorded more than once and the rows differ; choosing between them would be choosing the result.
 */
export type Word = 'pass' | 'fail' | 'error' | 'not-applicable' | 'missing' | 'conflict'

/** A planned trial and its row, if there is exactly one. */
export interface Recorded { readonly trial: TrialPlan; readonly row: RowFacts | null; readonly conflict: boolean }

/** Each planned trial with its row, in the plan's order. Rows that no plan asks for are left out; equal rows are one. */
export function match(trials: readonly TrialPlan[], rows: readonly RowFacts[]): readonly Recorded[] {
  const byId = Map.groupBy(rows, (row) => row.id)
  return trials.map((trial) => {
    const candidates = (byId.get(trial.id) ?? []).filter((row) => sameTrial(trial, row))
    const distinct = candidates.length < 2 ? candidates.length : new Set(candidates.map(canonical)).size
    return { trial, row: distinct === 1 ? candidates[0]! : null, conflict: distinct > 1 }
  })
}

/** The word of one verifier on one trial. */
export function word({ row, conflict }: Recorded, verifier: string): Word {
  if (conflict) return 'conflict'
  if (row === null) return 'missing'
  if (row.outcome.state !== 'graded') return row.outcome.state
  return Object.hasOwn(row.verdicts, verifier) ? row.verdicts[verifier]!.verdict : 'missing'
}

/** The verifiers whose facts an analysis reads, beside what they say: `factsOf` gives them. */
type Read = 'provenance' | 'mutation'
export const FACTS: ReadonlySet<string> = new Set<Read>(['provenance', 'mutation'])

/** The facts behind a verdict; null where there is none. */
export function factsOf({ row }: Recorded, verifier: Read): Evidence | null {
  return row !== null && Object.hasOwn(row.verdicts, verifier) ? row.verdicts[verifier]!.evidence ?? null : null
}

/** Whether a verifier passed the trial: null for anything but pass and fail. */
export function passes(recorded: Recorded, verifier: string): Answer {
  const said = word(recorded, verifier)
  return said === 'pass' ? true : said === 'fail' ? false : null
}

/** A row that carries a planned id but another agent, arm, box, exposure or staging isn't that trial. */
function sameTrial(trial: TrialPlan, row: RowFacts): boolean {
  return row.experiment === trial.experiment && row.arm === trial.arm && row.agent === trial.agent && row.task === trial.task &&
    row.box === trial.box && row.session === trial.session && row.exposed.join() === trial.exposed.join() &&
    row.environment === trial.environment && row.layout === trial.layout && row.actor === trial.actor && row.defects.join() === trial.defects.join() &&
    row.sequence?.id === trial.sequence?.id && row.sequence?.position === trial.sequence?.position
}

/** The same text for values that are equal, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner)
}
