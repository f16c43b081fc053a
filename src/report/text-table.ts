import type { Table } from '../experiments/index.ts'
import type { Report } from './compose.ts'

/** Marks text for a terminal; gives it back as it is where there is no colour. */
export type Paint = (style: 'good' | 'bad' | 'faint' | 'bold', text: string) => string

/** A table of the report by its id. */
export function find({ experiments }: Report, id: string): Table | undefined {
  return experiments.flatMap(({ analysis }) => analysis.tables).find((table) => table.id === id)
}

/** Wraps text at spaces to lines of at most `width`; a longer word is broken. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((each) => chunks(each, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** Aligned columns, two spaces between, no trailing blanks. Cells must be printable; the first row is the header. */
export function align(rows: readonly (readonly string[])[], indent = ''): readonly string[] {
  const widths = rows.reduce<number[]>((sofar, row) => row.map((cell, column) => Math.max(sofar[column] ?? 0, cell.length)), [])
  return rows.map((row) => (indent + row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')).trimEnd())
}

/** Breaks a hyphenated id into lines of at most `width`, so that it can head a narrow column. */
export function breakId(id: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const part of id.split(/(?<=-)/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length <= width) lines[lines.length - 1] = last + part
    else lines.push(...chunks(part, width))
  }
  return lines
}

function chunks(word: string, width: number): readonly string[] {
  return word.length <= width ? [word] : Array.from({ length: Math.ceil(word.length / width) }, (_, index) => word.slice(index * width, (index + 1) * width))
}
