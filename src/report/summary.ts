import type { Table } from '../experiments/index.ts'
import { failures, inconclusive, type Report } from './compose.ts'
import type { Figure } from './figures.ts'
import { bounds, interval, judgement, measured, origin, published, sat, split, tally } from './format.ts'
import { markdownTable } from './markdown-table.ts'
import { escapeMarkdown } from './markup.ts'

/** summary.md: claims first, then each experiment's figures, tables and controls, errors, and what the machine could not give. */
export function summary(report: Report, figures: readonly Figure[]): string {
  const { record } = report
  const doubt = inconclusive(report)
  const { one, inTables } = split(report.findings)
  const parts = [
    `# Polygraph, run ${escapeMarkdown(record.id)}`,
    ...(record.standIn === null ? [] : [`**Stand-in: ${escapeMarkdown(record.standIn)}. These numbers don't come from a real backend.**`]),
    `${escapeMarkdown(origin(record))}. The run ${record.state === 'finished' ? 'finished' : `was ${record.state}`}: ${record.trials.recorded} of ${record.trials.planned} trials recorded, ${failures(report.rows).length} errors.${record.sittings.length === 1 ? '' : ` ${sat(record)}`}`,
    ...(doubt === null ? [] : [`**${doubt}.**`]),
    `**${tally(report.findings)}.**`,
    markdownTable(
      ['finding', 'measured', '95% interval', 'published', 'verdict', 'because'],
      one.map((each) => [each.finding, measured(each), interval(each), published(each), judgement(each), [each.because, bounds(each)].filter((text) => text !== '').join('; ')]),
    ),
    ...(inTables.length === 0 ? [] : [`${inTables.length} more findings are told and not judged: tables/findings.csv.`]),
    ...report.experiments.flatMap(({ experiment, analysis }) => [
      `## ${experiment.id.toUpperCase()}: ${experiment.title}`,
      experiment.question,
      ...figures.filter((figure) => figure.experiment === experiment.id).flatMap(({ id, caption }) => [`![${escapeMarkdown(caption)}](figures/${id}.svg)`, caption]),
      ...analysis.tables.filter(({ rows }) => rows.length <= 40).flatMap((each) => [`### ${each.title}`, each.note, cells(each)]),
      '### Controls',
      markdownTable(['control', 'expected', 'measured', 'holds'], analysis.controls.map((each) => [each.control, each.expected, each.measured, each.holds ? 'yes' : 'NO'])),
    ]),
    ...section('Errors', ['trial', 'verifier', 'cause', 'because'], failures(report.rows).map((each) => [each.trial, each.verifier ?? '', each.cause, each.because])),
    ...section('Promises not met', ['promise', 'because'], record.notMet.map((each) => [each.promise, each.because])),
    ...section('Drift', ['drift'], record.drift.map((each) => [each])),
  ]
  return `${parts.join('\n\n')}\n`
}

function section(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [`## ${title}`, markdownTable(columns, rows)]
}

function cells({ columns, rows }: Table): string {
  return markdownTable(columns, rows.map((row) => row.map((cell) => text(cell))))
}

/** A cell as people read it: at most three decimals, nothing for null. */
export function text(cell: string | number | null): string {
  return cell === null ? '' : typeof cell === 'string' ? cell : Number.isInteger(cell) ? String(cell) : cell.toFixed(3)
}
