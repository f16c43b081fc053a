import { analyseAll, type Analysis, type Experiment } from '../experiments/index.ts'
import type { Control, Finding, RunRecord, TrialRow } from '../schema/index.ts'

/** All that any form of the report is made from: what was asked, the rows, and what each experiment makes of them. */
export interface Report {
  readonly record: RunRecord
  /** In order of id, so that the order of trials.jsonl, which concurrency decides, leaves no trace. */
  readonly rows: readonly TrialRow[]
  readonly experiments: readonly { readonly experiment: Experiment; readonly analysis: Analysis }[]
  readonly findings: readonly Finding[]
  readonly controls: readonly Control[]
}

/** Analyses rows again. Pure: the same record and rows, in any order, give the same report. */
export function compose(record: RunRecord, rows: readonly TrialRow[]): Report {
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
export function failures(rows: readonly TrialRow[]): readonly Failure[] {
  return rows.flatMap((row): readonly Failure[] => row.outcome.state === 'error'
    ? [{ trial: row.id, verifier: null, cause: row.outcome.cause, because: row.outcome.because }]
    : Object.entries(row.verdicts).flatMap(([verifier, verdict]) =>
      verdict.verdict === 'error' ? [{ trial: row.id, verifier, cause: verdict.reason, because: verdict.because }] : []))
}
