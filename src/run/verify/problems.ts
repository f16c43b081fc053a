import { printable } from '../../schema/index.ts'

/**
 * What is wrong with a run. `edited`: bytes are not those that something else vouches for. `cut`: an end is missing.
 * `swapped`: it belongs to another trial or run. `mismatch`: two records of one thing disagree. `future`: written by a later
 * version. `unanchored`: nothing outside the run vouches for it. `unfinished`: it is being written, or whoever wrote it was
 * killed.
 */
export type Kind =
  | 'edited' | 'removed' | 'added' | 'cut' | 'reordered' | 'rebuilt' | 'swapped' | 'future' | 'malformed' | 'mismatch' | 'unfinished' | 'unsealed' | 'unanchored' | 'signature'
export interface Problem { readonly kind: Kind; readonly where: string; readonly what: string }

/** More than anybody reads; the rest is counted. */
const LISTED = 200

/** Gathers problems. Each place is told once a kind. */
export class Problems {
  readonly listed: Problem[] = []
  private readonly seen = new Set<string>()
  count = 0

  tell(kind: Kind, where: string, what: string): void {
    const place = printable(where, { limit: 300 })
    const key = `${kind} ${place}`
    if (this.seen.has(key)) return
    this.count += 1
    if (this.listed.length >= LISTED) return
    this.seen.add(key)
    this.listed.push({ kind, where: place, what: printable(what, { limit: 500 }) })
  }
}

/** How many of each thing were looked at. */
export interface Checked {
  files: number
  trials: number
  evidence: number
  /** Rows of superseded.jsonl; those with evidence are counted there as well. */
  superseded: number
  verdicts: number
  actions: number
  report: number
  ledger: number
  anchors: number
  signature: 'none' | 'of the given key' | 'of a key that nobody vouched for'
}

export const nothingChecked = (): Checked => ({ files: 0, trials: 0, evidence: 0, superseded: 0, verdicts: 0, actions: 0, report: 0, ledger: 0, anchors: 0, signature: 'none' })
