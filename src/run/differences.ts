import type { TrialRow } from '../schema/index.ts'
import { normaliseOutput } from '../trial/index.ts'

/**
 * One field of two rows of the same trial. `differs-in-chance`: not the same, and it could not be, since what it holds was
 * drawn anew or is a time; it counts neither for nor against.
 */
export interface Field { readonly field: string; readonly state: 'same' | 'differs' | 'differs-in-chance'; readonly was: string; readonly is: string }

/**
 * Two rows of one trial, field by field: outcome, claim, witness, verdicts with their reasons, digests, what was changed.
 * Times, durations, usage, the order of the run and its id are left out; in texts they are replaced by their names, as EXP0
 * does, and so are the markers that forbidden sources carry.
 */
export function differences(then: TrialRow, now: TrialRow): readonly Field[] {
  const text = (field: string, of: (row: TrialRow) => string | null): Field => compared(field, plain(of(then), then), plain(of(now), now))
  const fact = (field: string, of: (row: TrialRow) => unknown): Field => compared(field, shown(of(then)), shown(of(now)))
  const verifiers = [...new Set([...Object.keys(then.verdicts), ...Object.keys(now.verdicts)])]
  return [
    fact('outcome', ({ outcome }) => (outcome.state === 'error' ? `error (${outcome.cause})` : outcome.state)),
    ...verifiers.map((id) => fact(`verdict.${id}`, (row) => verdictOf(row, id))),
    text('claim.words', ({ claim }) => claim?.words ?? null),
    ...(['scriptExit', 'testExit', 'timedOut', 'signal', 'outOfMemory', 'truncated'] as const).map((name) => fact(`claim.${name}`, ({ claim }) => claim?.[name])),
    text('claim.testOutput', ({ claim }) => claim?.testOutput ?? null),
    fact('witnessed', ({ witnessed }) => witnessed),
    fact('laid', ({ laid }) => laid.map(({ source }) => source).join(', ') || null),
    ...digestFields(then, now),
    fact('changed.count', ({ changed }) => changed.count),
    text('changed.paths', ({ changed }) => changed.paths.join('\n')),
  ]
}

/** What a verifier said, with its reason. */
export function verdictOf(row: TrialRow, verifier: string): string {
  const verdict = Object.hasOwn(row.verdicts, verifier) ? row.verdicts[verifier] : undefined
  return verdict === undefined ? 'none' : `${verdict.verdict} (${verdict.reason})`
}

/** Raw output holds durations, so it is judged by its normalised form; and markers of laid sources get into everything. */
function digestFields(then: TrialRow, now: TrialRow): readonly Field[] {
  const marked = then.laid.length > 0 || now.laid.length > 0
  const timesAlone = then.digests.outputNormalised === now.digests.outputNormalised
  return (['output', 'outputNormalised', 'artifact', 'tree'] as const).map((part) => {
    const field = compared(`digest.${part}`, shown(then.digests[part]), shown(now.digests[part]))
    const chance = field.state === 'differs' && part !== 'artifact' && (marked || (part === 'output' && timesAlone))
    return chance ? { ...field, state: 'differs-in-chance' } : field
  })
}

function compared(field: string, was: string, is: string): Field {
  return { field, state: was === is ? 'same' : 'differs', was, is }
}

function plain(text: string | null, { laid }: TrialRow): string {
  if (text === null) return 'none'
  return normaliseOutput(laid.reduce((text, { source, canary }) => text.replaceAll(canary, `<marker of ${source}>`), text))
}

function shown(value: unknown): string {
  return value === null || value === undefined ? 'none' : String(value)
}
