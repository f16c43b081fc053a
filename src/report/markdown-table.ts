import { escapeMarkdown } from './markup.ts'

/** A Markdown table; every cell is escaped. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.map(escapeMarkdown).join(' | ')} |`
  return [line(columns.map((column) => column.replaceAll('_', ' '))), `|${' --- |'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}
