import { stringify } from 'csv-stringify/sync'
import type { Table } from '../experiments/index.ts'
import { printable, type Control, type Finding, type TrialRow } from '../schema/index.ts'

type Cell = string | number | boolean | null

/**
 * One header and one line a row. Text is made printable, and text that a spreadsheet would run as a formula is preceded
 * by an apostrophe; numbers stay numbers. Empty = not applicable, never 0.
 */
export function csv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([columns, ...rows])
}

function csvLines(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) =>
    typeof cell === 'string' ? printable(cell) : typeof cell === 'boolean' ? String(cell) : cell))
  // A semicolon separates cells in some spreadsheets' locales, so text with one is quoted too.
  return stringify(cells, { escape_formulas: true, quoted_match: ';', record_delimiter: '\n' })
}

/** Rows that are put into words at a time: a table of a large run has hundreds of thousands. */
const AT_ONCE = 500

/** In pieces. */
export function* tableCsv({ columns, rows }: Table): Generator<string> {
  yield csv(columns, [])
  for (let from = 0; from < rows.length; from += AT_ONCE) yield csvLines(rows.slice(from, from + AT_ONCE))
}

export function findingsCsv(findings: readonly Finding[]): string {
  return csv(
    ['experiment', 'finding', 'value', 'unit', 'numerator', 'denominator', 'low', 'high', 'level', 'method', 'samples',
      'errors_as_fail', 'errors_as_pass', 'errors', 'published', 'reproduced', 'because'],
    findings.map((each) => [
      each.experiment, each.finding, each.value, each.unit, each.numerator, each.denominator,
      each.interval?.low ?? null, each.interval?.high ?? null, each.interval?.level ?? null, each.interval?.method ?? null, each.interval?.samples ?? null,
      each.bounds?.low ?? null, each.bounds?.high ?? null, each.errors, each.published, each.reproduced, each.because,
    ]),
  )
}

export function controlsCsv(controls: readonly Control[]): string {
  return csv(
    ['experiment', 'control', 'expected', 'measured', 'holds'],
    controls.map((each) => [each.experiment, each.control, each.expected, each.measured, each.holds]),
  )
}

/** What is the same for every verifier of a trial: column and how to read it. Times in milliseconds, sizes in bytes. */
const TRIAL_COLUMNS: readonly (readonly [column: string, read: (row: TrialRow) => Cell])[] = [
  ['run', (row) => row.run], ['trial', (row) => row.id], ['experiment', (row) => row.experiment], ['phase', (row) => row.phase],
  ['arm', (row) => row.arm], ['control', (row) => row.control],
  ['agent', (row) => row.agent], ['label', (row) => row.label], ['conduct', (row) => row.conduct],
  ['artifact_correct', (row) => row.artifactCorrect], ['family', (row) => row.family],
  ['task', (row) => row.task], ['repeat', (row) => row.repeat],
  ['box', (row) => row.box], ['sequence', (row) => row.sequence?.id ?? null], ['position', (row) => row.sequence?.position ?? null],
  ['environment', (row) => row.environment], ['exposed', (row) => row.exposed.join(' ') || null], ['laid', (row) => row.laid.map(({ source }) => source).join(' ') || null],
  ['layout', (row) => row.layout], ['defects', (row) => row.defects.join(' ') || null], ['actor', (row) => row.actor], ['session', (row) => row.session],
  ['backend', (row) => row.backend], ['tier', (row) => row.tier], ['mode', (row) => row.mode], ['concurrency', (row) => row.concurrency],
  ['order', (row) => row.order], ['started_ms', (row) => row.startedMs], ['ended_ms', (row) => row.endedMs],
  ['outcome', (row) => row.outcome.state], ['error_cause', (row) => (row.outcome.state === 'error' ? row.outcome.cause : null)],
  ['outcome_because', (row) => (row.outcome.state === 'graded' ? null : row.outcome.because)],
  ['words', (row) => row.claim?.words ?? null], ['script_exit', (row) => row.claim?.scriptExit ?? null], ['test_exit', (row) => row.claim?.testExit ?? null],
  ['timed_out', (row) => row.claim?.timedOut ?? null], ['witnessed', (row) => row.witnessed],
  ['fork_ms', (row) => row.times?.fork ?? null], ['act_ms', (row) => row.times?.act ?? null], ['seal_ms', (row) => row.times?.seal ?? null],
  ['discard_ms', (row) => row.times?.discard ?? null],
  ['output_digest', (row) => row.digests.output], ['output_normalised_digest', (row) => row.digests.outputNormalised],
  ['artifact_digest', (row) => row.digests.artifact], ['tree_digest', (row) => row.digests.tree],
  ['changed_paths', (row) => row.changed.count], ['cpu_ms', (row) => row.usage.cpuMs], ['peak_memory_bytes', (row) => row.usage.peakMemoryBytes],
]

const VERDICT_COLUMNS = ['verifier', 'verdict', 'reason', 'because', 'verify_ms']

/** Long and tidy: one row a trial and planned verifier. A verdict that was never reached is empty. In pieces, each of one trial. */
export async function* trialsCsv<Row>(rows: readonly Row[], whole: (row: Row) => TrialRow | Promise<TrialRow>): AsyncGenerator<string> {
  yield csv([...TRIAL_COLUMNS.map(([column]) => column), ...VERDICT_COLUMNS], [])
  for (const each of rows) yield linesOf(await whole(each))
}

function linesOf(row: TrialRow): string {
  const same = TRIAL_COLUMNS.map(([, read]) => read(row))
  return csvLines(row.verifiers.map((verifier): Cell[] => {
    const verdict = Object.hasOwn(row.verdicts, verifier) ? row.verdicts[verifier] : undefined
    return [...same, verifier, verdict?.verdict ?? null, verdict?.reason ?? null, verdict?.because ?? null, row.times?.verify[verifier] ?? null]
  }))
}
