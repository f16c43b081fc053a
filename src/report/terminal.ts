import type { Table } from '../experiments/index.ts'
import { printable } from '../schema/index.ts'
import { failures, inconclusive, type Report } from './compose.ts'
import { GLYPHS, bounds, fooled, interval, judgement, measured, origin, published, sat, shortName, split, tally } from './format.ts'
import { scorecardLines } from './terminal-exp6.ts'
import { align, breakId, find, wrap, type Paint } from './text-table.ts'

export interface TerminalOptions {
  /** Whether the output may hold colour; only a terminal's may. */
  readonly colour: boolean
  /** Columns to keep within. */
  readonly width?: number
  /** Path of the report as the user should type it, or null where none was written. */
  readonly report: string | null
}

const CODES = { good: '36', bad: '33', faint: '2', bold: '1' } as const

/**
 * The summary that `reproduce` prints: the matrix of EXP1, the smaller tables, controls, errors, what the machine could not
 * give; then, last, because the end is what stays on a screen, each finding with what was measured and published, and
 * where the report is. Ends with a newline.
 */
export function terminalSummary(report: Report, { colour, width = 100, report: path }: TerminalOptions): string {
  const paint: Paint = (style, text) => (colour ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text)
  const { record } = report
  const doubt = inconclusive(report)
  const lines = [
    paint('bold', `Polygraph, run ${printable(record.id)}`),
    printable(origin(record)),
    ...(record.standIn === null ? [] : wrap(`STAND-IN: ${printable(record.standIn)}. These numbers don't come from a real backend.`, width).map((line) => paint('bad', line))),
    ...(record.state === 'finished' ? [] : [paint('bad', `The run was ${record.state}; what follows is what was recorded.`)]),
    ...(record.sittings.length === 1 ? [] : [paint('faint', sat(record))]),
    '',
    ...matrixLines(report, paint),
    ...tableLines(report, paint, width),
    ...controlLines(report, paint, width),
    ...errorLines(report, paint, width),
    ...machineLines(report, paint, width),
    ...findingLines(report, paint, width),
    paint('bold', tally(report.findings)),
    ...(doubt === null ? [] : wrap(`${doubt}.`, width).map((line) => paint('bad', line))),
    ...(path === null ? [] : [`Report: ${printable(path)}`]),
  ]
  return `${lines.join('\n')}\n`
}

function findingLines({ experiments }: Report, paint: Paint, width: number): readonly string[] {
  const { one: findings, inTables } = split(experiments.flatMap(({ analysis }) => analysis.findings))
  const table = align([
    ['', 'finding', 'measured', '95% interval', 'published', ''],
    ...findings.map((each) => [each.experiment.toUpperCase(), shortName(each), measured(each), interval(each), published(each), judgement(each)]),
  ])
  return [
    paint('bold', table[0]!),
    ...findings.flatMap((each, index) => {
      const style = each.reproduced === null ? 'faint' : each.reproduced ? 'good' : 'bad'
      const word = judgement(each)
      const line = table[index + 1]!.slice(0, -word.length) + paint(style, word)
      const doubt = bounds(each)
      const because = each.reproduced === true ? [] : wrap(printable(each.because + (doubt === '' ? '' : `; ${doubt}`)), width - 6)
      return [line, ...because.map((text) => `      ${paint('faint', text)}`)]
    }),
    ...(inTables.length === 0 ? [] : [paint('faint', `      and ${inTables.length} told findings, in the tables above and in tables/findings.csv`)]),
    '',
  ]
}

/** EXP1: verifiers down, behaviours across, so that ids of both can be read in full. */
function matrixLines(report: Report, paint: Paint): readonly string[] {
  const table = find(report, 'exp1-verdicts')
  if (table === undefined) return []
  const verifiers = table.columns.slice(table.columns.indexOf('trials') + 1)
  const column = (name: string): number => table.columns.indexOf(name)
  const heads = table.rows.map((row) => breakId(String(row[column('behaviour')]), 12))
  const depth = Math.max(...heads.map((head) => head.length), 1)
  const labels = table.rows.map((row) => String(row[column('label')] ?? '?'))
  const cells = verifiers.map((verifier) => [verifier, ...table.rows.map((row) => {
    const word = String(row[column(verifier)] ?? '')
    return (GLYPHS.get(word) ?? word) + (fooled(verifier, word, String(row[column('artifact_correct')])) ? ' fooled' : '')
  })])
  const missed = find(report, 'exp1-missed')?.rows ?? []
  return [
    paint('bold', 'EXP1: verdict by verifier and behaviour'),
    ...align([
      ...Array.from({ length: depth }, (_, line) => ['', ...heads.map((head) => head[line - depth + head.length] ?? '')]),
      ['', ...labels],
      ...cells,
    ], '  '),
    paint('faint', '  ✓ pass  ✗ fail  ! error  – not applicable  ? missing;  fooled: pass on a wrong artifact'),
    missed.length === 0 ? '  The published ground truth missed nothing that strict fails.'
      : `  The published ground truth missed: ${missed.map((row) => `${String(row[0])} (strict: ${String(row[3])})`).join(', ')}`,
    '',
  ]
}

/** Tables small enough for a terminal, by id and the columns shown. */
const SHOWN: readonly (readonly [id: string, columns: readonly string[]])[] = [
  ['exp0-digests', ['agent', 'part', 'runs', 'distinct', 'identical', 'differing', 'upper_bound']],
  ['exp1b-arms', ['reach', 'behaviour', 'ground-truth', 'held-out', 'held-out-clean', 'strict']],
  ['exp2-rates', ['quantity', 'denominator_is', 'numerator', 'denominator', 'value']],
  ['exp2-behaviours', ['behaviour', 'rollouts', 'trusting', 'ground-truth', 'lie', 'strict', 'strict_lie']],
]

function tableLines(report: Report, paint: Paint, width: number): readonly string[] {
  const shown = SHOWN.flatMap(([id, columns]) => {
    const table = find(report, id)
    if (table === undefined) return []
    const cell = (row: Table['rows'][number], name: string): string => {
      const value = row[table.columns.indexOf(name)] ?? null
      return value === null ? '' : typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : printable(String(value))
    }
    const lines = align([columns.map((name) => name.replaceAll('_', ' ')), ...table.rows.map((row) => columns.map((name) => cell(row, name)))], '  ')
    const cut = lines.some((line) => line.length > width)
    return [
      paint('bold', `${id.split('-')[0]!.toUpperCase()}: ${table.title.charAt(0).toLowerCase()}${table.title.slice(1)}`),
      ...lines.map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line)),
      ...wrap(cut ? `${table.note} Cut to fit; whole in tables/${id}.csv.` : table.note, width - 2).map((line) => `  ${paint('faint', line)}`),
      '',
    ]
  })
  return [...shown, ...sequenceLines(report, paint), ...scorecardLines(report, paint, width)]
}

/** EXP3: one line a sequence, one mark a trial. */
function sequenceLines(report: Report, paint: Paint): readonly string[] {
  const table = find(report, 'exp3-sequences')
  if (table === undefined) return []
  const at = (name: string): number => table.columns.indexOf(name)
  const arms = [...Map.groupBy(table.rows, (row) => String(row[at('arm')]))]
  return [
    paint('bold', 'EXP3: ground-truth verdict of each trial, in order'),
    ...align(arms.map(([arm, rows]) => [
      arm,
      rows.map((row) => (row[at('spurious')] === null ? '(poison)' : GLYPHS.get(String(row[at('ground-truth')])) ?? '?')).join(' '),
      `${rows.filter((row) => row[at('spurious')] === 'yes').length} spurious`,
    ]), '  '),
    '',
  ]
}

/** Controls that hold share a paragraph an experiment; a broken one has lines of its own. */
function controlLines({ experiments }: Report, paint: Paint, width: number): readonly string[] {
  return [
    paint('bold', 'Controls'),
    ...experiments.flatMap(({ experiment, analysis }) => {
      const name = experiment.id.toUpperCase().padEnd(7)
      const holding = analysis.controls.filter((each) => each.holds).map((each) => `${each.control}: ${printable(each.measured)}`)
      const broken = analysis.controls.filter((each) => !each.holds)
      return [
        ...wrap(holding.length === 0 ? 'none holds' : `hold: ${holding.join('; ')}`, width - 9).map((line, index) => `  ${index === 0 ? name : ' '.repeat(7)}${line}`),
        ...broken.flatMap((each) =>
          wrap(`BROKEN ${each.control}: expected ${each.expected}; measured ${printable(each.measured)}`, width - 9).map((line) => `         ${paint('bad', line)}`)),
      ]
    }),
    '',
  ]
}

function errorLines({ rows }: Report, paint: Paint, width: number): readonly string[] {
  const all = failures(rows)
  const shown = all.slice(0, 20)
  return all.length === 0 ? [] : [
    paint('bad', `Errors: ${all.length}`),
    ...shown.flatMap(({ trial, verifier, cause, because }) =>
      wrapLine(printable(`  ${trial}${verifier === null ? '' : `, ${verifier}`}: ${cause}: ${because}`), width)),
    ...(all.length > shown.length ? [`  and ${all.length - shown.length} more, in tables/trials.csv`] : []),
    '',
  ]
}

function machineLines({ record }: Report, paint: Paint, width: number): readonly string[] {
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [paint('bad', title), ...items.flatMap((item) => wrapLine(`  ${printable(item)}`, width)), '']
  return [
    ...list('Promises that this machine does not meet', record.notMet.map(({ promise, because }) => `${promise}: ${because}`)),
    ...list('Drift', record.drift),
  ]
}

/** A line kept as it is where it fits; else wrapped with a hanging indent. */
function wrapLine(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line]
  const [first, ...rest] = wrap(line.trimStart(), width - 6)
  return [`  ${first!}`, ...rest.map((text) => `      ${text}`)]
}
