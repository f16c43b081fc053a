import type { TrialRow } from '../schema/index.ts'
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
  return last === null ? null : { row: sha256(`${line.slice(0, last.index)}}`), evidence: last[1] ?? null }
}
