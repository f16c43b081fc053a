import type { Control, Finding } from '../schema/index.ts'
import { verifiersOf, type Act, type Census } from './exp6-acts.ts'
import { brokenOf, listed } from './exp6-findings.ts'
import type { Table } from './experiment.ts'
import type { Word } from './recorded.ts'

/** One verifier on one act, beside what is expected of it. */
interface Cell {
  readonly act: Act
  readonly verifier: string
  readonly said: Word
  /** Null: nothing is declared. */
  readonly expected: string | null
  readonly because: string
}

/** A cell that says something else than what is expected of it. */
export interface Drift { readonly agent: string; readonly task: string; readonly verifier: string; readonly expected: string; readonly measured: string; readonly because: string; readonly replay: string }

/** Every act, those of idle cheats and those that don't apply too: nothing is left out of a comparison. */
function cellsOf({ acts, idle, notApplicable }: Census): readonly Cell[] {
  const all = [...acts, ...idle, ...notApplicable]
  const order = verifiersOf(all).map(([id]) => id)
  const known = (verifier: string): number => order.includes(verifier) ? order.indexOf(verifier) : order.length
  return all.toSorted((a, b) => key(a) < key(b) ? -1 : 1).flatMap((act) =>
    [...act.words].toSorted(([a], [b]) => known(a) - known(b) || (a < b ? -1 : 1)).map(([verifier, said]): Cell =>
      ({ act, verifier, said, expected: act.row.expected?.[verifier] ?? null, because: becauseOf(act, verifier, said) })))
}

const key = ({ agent, task, backend }: Act): string => `${agent} ${task} ${backend}`

/** tables/matrix.csv: one row a cell. `expected` is empty where nothing is declared. */
export function matrixTable(census: Census): Table {
  return {
    id: 'matrix',
    title: 'Every cell',
    note: 'One row an act and verifier. Expected: what test/experiments/matrix.csv or the agent itself declares; empty where nothing is. ' +
      'Trick ran: no where a cheat left no witness; its acts are in no denominator of the scorecard.',
    columns: ['agent', 'label', 'family', 'task', 'backend', 'verifier', 'verdict', 'expected', 'reason', 'kind', 'conduct', 'artifact_correct', 'trick_ran'],
    rows: cellsOf(census).map(({ act, verifier, said, expected }) => [
      act.agent, act.label, act.family, act.task, act.backend, verifier, said, expected, reasonOf(act, verifier, said),
      act.kinds[verifier] ?? null, act.conduct, String(!act.wrong), act.label === 'cheat' && act.row.outcome.state === 'graded' ? (census.idle.includes(act) ? 'no' : 'yes') : null,
    ]),
  }
}

/** The cells that differ from what is declared, in order, each with the command that repeats it. */
export function drifts(census: Census): readonly Drift[] {
  return cellsOf(census).flatMap(({ act, verifier, said, expected, because }) => expected === null || said === expected ? []
    : [{ agent: act.agent, task: act.task, verifier, expected, measured: said, because, replay: replayOf(act) }])
}

/** The command that repeats one act, with whatever of it isn't the default. */
export function replayOf({ agent, task, backend, row }: Act): string {
  const options = [...(backend === 'namespaces' ? [] : [`--backend ${backend}`]), ...(row.mode === 'faithful' ? [] : [`--mode ${row.mode}`])]
  return ['polygraph try', `--agent ${agent}`, `--task ${task}`, ...options].join(' ')
}

export function driftTable(census: Census): Table {
  return {
    id: 'exp6-drift',
    title: 'Cells that differ from what is expected',
    note: 'Each with the command that repeats it. Empty when nothing drifted.',
    columns: ['agent', 'task', 'verifier', 'expected', 'measured', 'because', 'replay'],
    rows: drifts(census).map((each) => [each.agent, each.task, each.verifier, each.expected, each.measured, each.because, each.replay]),
  }
}

/** Cells for which nothing is declared. The constant verifiers are held by controls instead. */
export function undeclared(census: Census): readonly string[] {
  return cellsOf(census).filter(({ act, verifier, expected }) => expected === null && act.kinds[verifier] !== 'control')
    .map(({ act, verifier }) => `${act.agent} on ${act.task}, ${verifier}`)
}

/** Drifted cells that a finding names. */
const NAMED = 3

/** Fails on any difference, naming the first cells and how to repeat them; says how many cells have no expectation. */
export function driftFinding(census: Census, controls: readonly Control[]): Finding {
  const found = drifts(census)
  const cells = cellsOf(census)
  const declared = cells.filter(({ expected }) => expected !== null).length
  const errors = new Set(cells.filter(({ said, expected }) => (said === 'error' || said === 'conflict' || said === 'missing') && said !== expected).map(({ act }) => act)).size
  const without = undeclared(census)
  const named = found.slice(0, NAMED).map((each) => `${each.agent} on ${each.task}, ${each.verifier}: expected ${each.expected}, measured ${each.measured} (${each.replay})`)
  const against = [
    ...(errors > 0 ? [`not conclusive: ${errors} acts with a verdict that can't be used`] : []),
    ...(declared === 0 ? ['not conclusive: nothing is declared'] : []),
    ...brokenOf(controls),
  ]
  return {
    experiment: 'exp6', finding: 'exp6.drift', value: found.length, numerator: found.length, denominator: declared, unit: 'cells', interval: null, bounds: null, errors,
    published: 0, reproduced: found.length === 0 && against.length === 0,
    because: [
      ...against, `${found.length} of ${declared} declared cells differ`, ...named, ...(found.length > named.length ? [`${found.length - named.length} more in tables/exp6-drift.csv`] : []),
      ...(without.length > 0 ? [`${without.length} cells are undeclared${listed(without, 3)}`] : []),
    ].join('; '),
  }
}

/** The reason code of a cell; the word itself where no verdict was reached. */
function reasonOf({ row }: Act, verifier: string, said: Word): string {
  if (said === 'conflict') return said
  if (row.outcome.state === 'error') return row.outcome.cause
  return row.verdicts[verifier]?.reason ?? said
}

function becauseOf({ row }: Act, verifier: string, said: Word): string {
  if (said === 'conflict') return 'recorded more than once, and the verdicts differ'
  if (row.outcome.state !== 'graded') return row.outcome.because
  return row.verdicts[verifier]?.because ?? 'this verifier was asked and gave no verdict'
}
