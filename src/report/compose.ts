import { analyseAll, type Analysis, type Experiment } from '../experiments/index.ts'
import type { Control, Finding, RunRecord, RowFacts } from '../schema/index.ts'
import { hasError } from '../schema/index.ts'

/** All that any form of the report is made from: what was asked, the rows, and what each experiment makes of them. */
export interface Report {
  readonly record: RunRecord
  /** In order of id, so that the order of trials.jsonl, which concurrency decides, leaves no trace. */
  readonly rows: readonly RowFacts[]
  readonly experiments: readonly { readonly experiment: Experiment; readonly analysis: Analysis }[]
  readonly findings: readonly Finding[]
  readonly controls: readonly Control[]
}

/** Analyses rows again. Pure: the same record and rows, in any order, give the same report. */
export function compose(record: RunRecord, rows: readonly RowFacts[]): Report {
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.order - b.order))
  const experiments = analyseAll(sorted, record.experiments)
  return {
    record, rows: sorted, experiments,
    findings: experiments.flatMap(({ analysis }) => analysis.findings),
    controls: experiments.flatMap(({ analysis }) => analysis.controls),
  }
}

/** A trial, or one verdict of it, that ended in an infrastructure error. */
export interface Failure { readonly trial: string; readonly verifier: string | null; readonly cause: string; readonly because: string }

/** Every error of a run, in order of trial id. */
export function failures(rows: readonly RowFacts[]): readonly Failure[] {
  return rows.flatMap((row): readonly Failure[] => row.outcome.state === 'error'
    ? [{ trial: row.id, verifier: null, cause: row.outcome.cause, because: row.outcome.because }]
    : Object.entries(row.verdicts).flatMap(([verifier, verdict]) =>
      verdict.verdict === 'error' ? [{ trial: row.id, verifier, cause: verdict.reason, because: verdict.because }] : []))
}

/** How much of a run ended in errors of the infrastructure, and whether that is more than the run allows. */
export interface Errors { readonly trials: number; readonly recorded: number; readonly allowed: number; readonly tooMany: boolean }

/** Trials with an error among those recorded. A run with nothing but errors is never conclusive, whatever it allows. */
export function errorsOf({ record, rows }: Pick<Report, 'record' | 'rows'>): Errors {
  const [trials, recorded, allowed] = [rows.filter(hasError).length, rows.length, record.asked.maxErrors]
  return { trials, recorded, allowed, tooMany: trials > 0 && (trials === recorded || trials / recorded > allowed) }
}

/** Why a run is not conclusive as a whole, or null where it is. */
export function inconclusive(report: Pick<Report, 'record' | 'rows'>): string | null {
  const { trials, recorded, allowed, tooMany } = errorsOf(report)
  if (!tooMany) return null
  return `Not conclusive: ${trials} of ${recorded} trials ended in an error of the machine, and no more than ${Number((100 * allowed).toFixed(2))}% may`
}
