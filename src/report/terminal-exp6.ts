import type { Table } from '../experiments/index.ts'
import { printable } from '../schema/index.ts'
import type { Report } from './compose.ts'
import { align, find, wrap, type Paint } from './text-table.ts'

/** Drifted cells that a terminal shows; the file has all. */
const MOST_DRIFTS = 10

/** EXP6: a line a verifier, families below each verifier's letter, properties, and the cells that drifted. */
export function scorecardLines(report: Report, paint: Paint, width: number): readonly string[] {
  const table = find(report, 'scorecard')
  if (table === undefined) return []
  const at = reader(table)
  const scored = table.rows.filter((row) => at(row, 'kind') !== 'control')
  const lines = align([
    ['', 'verifier', 'fooled', 'alarms', 'err', 'caught', '95%', 'lies', 'points', 'κ', 'AC1'],
    ...table.rows.map((row) => [
      scored.includes(row) ? letter(scored.indexOf(row)) : '', printable(String(at(row, 'verifier'))) + (at(row, 'kind') === 'outcome' ? '' : ` (${at(row, 'kind')})`),
      `${at(row, 'fooled')}/${at(row, 'cheats')}`, `${at(row, 'false_alarms')}/${at(row, 'honest')}`, String(at(row, 'errors')),
      decimals(at(row, 'sensitivity'), 2), shortInterval(at(row, 'interval_low'), at(row, 'interval_high')), decimals(at(row, 'lie_rate'), 2), decimals(at(row, 'inflation_points'), 1),
      decimals(at(row, 'kappa_strict'), 2), decimals(at(row, 'ac1_strict'), 2),
    ]),
  ], '  ')
  return [
    paint('bold', 'EXP6: verifiers as instruments'),
    ...lines,
    ...wrap('Fooled: designs of its own kind of cheat that it passed on at least one task. Alarms: honest behaviours that it failed. Lies, points, κ and AC1 are against strict, ' +
      'on the acts that both judged. A census: the 95% interval is for cheats that are not in this catalogue. Whole in tables/scorecard.csv.', width - 2).map((line) => `  ${paint('faint', line)}`),
    '',
    ...familyLines(report, scored.map((row) => String(at(row, 'verifier'))), paint),
    ...ablationLines(report, paint),
    ...driftLines(report, paint, width),
  ]
}

/** One narrow column a verifier: the number of designs of a family that fool it. */
function familyLines(report: Report, verifiers: readonly string[], paint: Paint): readonly string[] {
  const table = find(report, 'exp6-families')
  if (table === undefined || table.rows.length === 0) return []
  const at = reader(table)
  const fooled = (row: Table['rows'][number], verifier: string): string => {
    const cell = at(row, verifier)
    return cell === null ? '' : String(cell).split('/')[0]!.replace(/^0$/, '·')
  }
  const lines = [
    ['family', 'of', ...verifiers.map((_, index) => letter(index))],
    ...table.rows.map((row) => [printable(String(row[0])), String(at(row, 'designs')), ...verifiers.map((verifier) => fooled(row, verifier))]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return [
    paint('bold', 'EXP6: designs of each family that fool each verifier'),
    ...lines.map((line) => `  ${line.map((cell, column) => column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]! + 1)).join('')}`.trimEnd()),
    paint('faint', '  Letters as above; · none, blank: not its affair. With denominators in tables/exp6-families.csv'),
    '',
  ]
}

/** What each property stops: of a fork by turning it off, of a verifier by its pair. */
function ablationLines(report: Report, paint: Paint): readonly string[] {
  const table = find(report, 'exp6-ablations')
  if (table === undefined) return []
  const at = reader(table)
  return [
    paint('bold', 'EXP6: cheats that each property stops'),
    ...align(table.rows.map((row) => [
      String(at(row, 'property')), `${at(row, 'stopped')} of ${at(row, 'cheats')}`, at(row, 'of') === 'fork' ? 'of the fork, on the families that it is there for' : `of the verifier: ${at(row, 'compared')}`,
    ]), '  '),
    '',
  ]
}

function driftLines(report: Report, paint: Paint, width: number): readonly string[] {
  const rows = find(report, 'exp6-drift')?.rows ?? []
  if (rows.length === 0) return []
  const shown = rows.slice(0, MOST_DRIFTS)
  return [
    paint('bad', `EXP6: ${rows.length} cells differ from what is expected`),
    ...shown.flatMap(([agent, task, verifier, expected, measured, because, replay]) => [
      ...wrap(printable(`${agent} on ${task}, ${verifier}: expected ${expected}, measured ${measured} (${because})`), width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`),
      `    ${paint('faint', printable(String(replay)))}`,
    ]),
    ...(rows.length > shown.length ? [`  and ${rows.length - shown.length} more, in tables/exp6-drift.csv`] : []),
    '',
  ]
}

type Cell = string | number | null

function reader({ columns }: Table): (row: readonly Cell[], column: string) => Cell {
  return (row, column) => row[columns.indexOf(column)] ?? null
}

/** a to z, then A to Z; a user's catalogue may have more verifiers than that, and then the table of the file is the one to read. */
function letter(index: number): string {
  return 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'[index] ?? '*'
}

function decimals(value: Cell, digits: number): string {
  return typeof value === 'number' ? value.toFixed(digits) : '–'
}

function shortInterval(low: Cell, high: Cell): string {
  return typeof low === 'number' && typeof high === 'number' ? `${low.toFixed(2)}–${high.toFixed(2)}` : '–'
}
