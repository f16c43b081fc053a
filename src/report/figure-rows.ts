import type { Table } from '../experiments/index.ts'
import type { Report } from './compose.ts'

/** Rows of a data set as a chart specification takes them. */
export type DataRow = Readonly<Record<string, string | number | null>>

/** A figure: which specification draws it, what it shows, and its rows from the tables of the report. */
export interface FigureSource {
  /** File name in reports/figures without its ending; the specification names its data set by the same word. */
  readonly id: string
  readonly experiment: string
  readonly caption: string
  data(report: Report): readonly DataRow[]
}

/** The rows of one table as objects; none where the table isn't in the report. */
export function rowsOf({ experiments }: Report, id: string): readonly DataRow[] {
  const table = experiments.flatMap(({ analysis }) => analysis.tables).find((each) => each.id === id)
  return table === undefined ? [] : objects(table)
}

function objects(table: Table): readonly DataRow[] {
  return table.rows.map((row) => Object.fromEntries(table.columns.map((column, index) => [column, row[index] ?? null])))
}

/** Names each group once, on its first cell, for the label beside it. */
export function grouped(field: string, rows: readonly DataRow[]): readonly DataRow[] {
  const seen = new Set<unknown>()
  return rows.map((row) => {
    if (seen.has(row[field])) return row
    seen.add(row[field])
    return { ...row, group: row[field]! }
  })
}

/** Points with their sign, as people write them. */
export function signed(points: number): string {
  const rounded = Math.round(points)
  return rounded === 0 ? '0' : `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)}`
}
