import type { Analysis } from '../../src/experiments/index.ts'
import type { TrialRow } from '../../src/schema/index.ts'

type Value = string | number | null

/** Reads tables of an analysis by the first cell of a row. */
export function reader(analyse: (rows: readonly TrialRow[]) => Analysis): {
  row(rows: readonly TrialRow[], table: string, first: string): Readonly<Record<string, Value>> | undefined
  cell(rows: readonly TrialRow[], table: string, first: string, column: string): Value | undefined
} {
  const row = (rows: readonly TrialRow[], id: string, first: string): Readonly<Record<string, Value>> | undefined => {
    const { columns, rows: lines } = analyse(rows).tables.find((table) => table.id === id)!
    const line = lines.find((each) => each[0] === first)
    return line === undefined ? undefined : Object.fromEntries(columns.map((column, index) => [column, line[index] ?? null]))
  }
  return { row, cell: (rows, id, first, column) => row(rows, id, first)?.[column] }
}
