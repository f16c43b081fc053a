import type { SupersededRow, TrialRow } from '../schema/index.ts'
import { sha256 } from './kept.ts'

/** The last field of a line, which names the evidence. */
const LAST = /,"evidence":(?:null|"([0-9a-f]{64})")\}$/

/** A row as its line in trials.jsonl, without the newline. `evidence` stands last. */
export function lineOf({ evidence, ...row }: TrialRow): string {
  return JSON.stringify({ ...row, evidence })
}

/** The digest that a manifest holds: of the row's line without its last field, so that each can name the other. */
export function rowDigest(row: TrialRow): string {
  const { evidence: _, ...rest } = row
  return sha256(JSON.stringify(rest))
}

/** The same from a line as it stands in the file, byte for byte; null where its last field isn't `evidence`. */
export function digestOfLine(line: string): { readonly row: string; readonly evidence: string | null } | null {
  const last = LAST.exec(line)
  if (last === null) return null
  // A copy: a piece of a text keeps the whole text in memory, and a digest outlives its line.
  return { row: sha256(`${line.slice(0, last.index)}}`), evidence: last[1] === undefined ? null : Buffer.from(last[1], 'latin1').toString('latin1') }
}

/** A line of superseded.jsonl, without the newline: when and why, then the row's own line as it stood in trials.jsonl. */
export function supersededLine(superseded: Omit<SupersededRow, 'row'>, row: string): string {
  return `${beginning(superseded)}${row}}`
}

/** The row's own line out of a line of superseded.jsonl, byte for byte; null where the line is not written as one is. */
export function rowTextOf(superseded: Omit<SupersededRow, 'row'>, line: string): string | null {
  const begins = beginning(superseded)
  return line.startsWith(begins) && line.endsWith('}') ? line.slice(begins.length, -1) : null
}

function beginning({ schema, at, because }: Omit<SupersededRow, 'row'>): string {
  return `${JSON.stringify({ schema, at, because }).slice(0, -1)},"row":`
}
