import type { Finding, TrialRow } from '../schema/index.ts'
import type { Table } from './experiment.ts'

/** tables/matrix.csv: one row a cell, every arm. `expected` is empty where nothing is declared. */
export function matrixTable(rows: readonly TrialRow[]): Table {
  return {
    id: 'matrix',
    title: 'Every cell',
    note: 'One row a trial and verifier. Expected: what test/experiments/matrix.csv or the agent itself declares; empty where nothing is.',
    columns: ['agent', 'label', 'family', 'task', 'arm', 'backend', 'verifier', 'verdict', 'expected', 'reason'],
    rows: rows.toSorted((a, b) => a.id < b.id ? -1 : 1).flatMap((row) => row.verifiers.toSorted().map((verifier) => {
      const verdict = row.verdicts[verifier]
      return [row.agent, row.label, row.family, row.task, row.arm, row.backend, verifier, verdict?.verdict ?? row.outcome.state, row.expected?.[verifier] ?? null, verdict?.reason ?? reasonOf(row)]
    })),
  }
}

/** A cell that says something else than what is expected of it. */
export interface Drift { readonly agent: string; readonly task: string; readonly verifier: string; readonly expected: string; readonly measured: string; readonly because: string; readonly replay: string }

export function drifts(main: readonly TrialRow[]): readonly Drift[] {
  return main.flatMap((row) => Object.entries(row.expected ?? {}).flatMap(([verifier, expected]) => {
    const verdict = row.verdicts[verifier]
    const measured = verdict?.verdict ?? row.outcome.state
    if (measured === expected || !row.verifiers.includes(verifier)) return []
    return [{
      agent: row.agent, task: row.task, verifier, expected, measured, because: verdict?.because ?? reasonOf(row),
      replay: `polygraph try --agent ${row.agent} --task ${row.task}`,
    }]
  })).toSorted((a, b) => a.agent < b.agent ? -1 : a.agent > b.agent ? 1 : 0)
}

export function driftTable(main: readonly TrialRow[]): Table {
  return {
    id: 'exp6-drift',
    title: 'Cells that differ from what is expected',
    note: 'Each with the command that repeats it. Empty when nothing drifted.',
    columns: ['agent', 'task', 'verifier', 'expected', 'measured', 'because', 'replay'],
    rows: drifts(main).map((each) => [each.agent, each.task, each.verifier, each.expected, each.measured, each.because, each.replay]),
  }
}

/** Fails on any difference, naming the first cells and how to repeat them; says how many cells have no expectation. */
export function driftFinding(main: readonly TrialRow[]): Finding {
  const found = drifts(main)
  const cells = main.reduce((sum, row) => sum + row.verifiers.length, 0)
  const declared = main.reduce((sum, row) => sum + row.verifiers.filter((id) => row.expected?.[id] !== undefined).length, 0)
  const errors = main.filter((row) => row.outcome.state === 'error' || Object.values(row.verdicts).some(({ verdict }) => verdict === 'error')).length
  const named = found.slice(0, 5).map((each) => `${each.agent} on ${each.task}, ${each.verifier}: expected ${each.expected}, measured ${each.measured} (${each.replay})`).join('; ')
  return {
    experiment: 'exp6', finding: 'exp6.drift', value: found.length, numerator: found.length, denominator: declared, unit: 'cells', interval: null, bounds: null, errors,
    published: 0, reproduced: found.length === 0 && errors === 0 && declared > 0,
    because: [`${found.length} of ${declared} declared cells differ`, ...(named === '' ? [] : [named]), ...(cells > declared ? [`${cells - declared} cells are undeclared`] : []), ...(errors > 0 ? [`not conclusive: ${errors} trials with errors`] : [])].join('; '),
  }
}

function reasonOf(row: TrialRow): string {
  return row.outcome.state === 'graded' ? 'not asked' : row.outcome.because
}
