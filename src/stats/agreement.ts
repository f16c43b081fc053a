/** A square table of counts: row = what the first rater said, column = what the second said of the same trial. */
export type Agreement = readonly (readonly number[])[]

/**
 * Cohen's kappa. Null where it is not defined: an empty table, or both raters in one class throughout. It collapses when
 * nearly all trials fall in one class, so print `gwetAC1` beside it.
 */
export function cohenKappa(table: Agreement): number | null {
  const { total, observed, rows, columns } = margins(table)
  if (total === 0) return null
  const expected = rows.reduce((sum, row, i) => sum + row * columns[i]!, 0)
  return expected === 1 ? null : (observed - expected) / (1 - expected)
}

/** Gwet's AC1 (2008), which stays put under lopsided prevalence. Null for an empty table or fewer than two classes. */
export function gwetAC1(table: Agreement): number | null {
  const { total, observed, rows, columns } = margins(table)
  const classes = table.length
  if (total === 0 || classes < 2) return null
  const expected = rows.reduce((sum, row, i) => {
    const share = (row + columns[i]!) / 2
    return sum + share * (1 - share)
  }, 0) / (classes - 1)
  return (observed - expected) / (1 - expected)
}

/** Shares of rows and columns and of the diagonal, each of the total. */
function margins(table: Agreement): { total: number; observed: number; rows: number[]; columns: number[] } {
  const total = table.flat().reduce((sum, count) => sum + count, 0)
  const share = (count: number): number => (total === 0 ? 0 : count / total)
  return {
    total,
    observed: share(table.reduce((sum, row, i) => sum + row[i]!, 0)),
    rows: table.map((row) => share(row.reduce((sum, count) => sum + count, 0))),
    columns: table.map((_, column) => share(table.reduce((sum, row) => sum + row[column]!, 0))),
  }
}
