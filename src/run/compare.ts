import type { RunRecord, TrialRow } from '../schema/index.ts'
import { holm, pairedPermutationTest } from '../stats/index.ts'
import type { Field } from './differences.ts'
import { differences } from './differences.ts'

export interface Side { readonly record: RunRecord; readonly rows: readonly TrialRow[] }

/** What one trial differs in between two runs. */
export interface Difference extends Field { readonly trial: string }

/** Time of one stage over all trials that both runs graded: `change` is the geometric mean of B over A, less 1. */
export interface TimeChange {
  readonly stage: string
  readonly pairs: number
  readonly change: number
  readonly p: number
  /** Holm's, over the stages. */
  readonly adjusted: number
  /** p below 0.01 after adjustment and a change of a twentieth or more: less than that no machine holds still. */
  readonly told: boolean
}

export interface Comparison {
  readonly settings: readonly { readonly what: string; readonly a: string; readonly b: string }[]
  readonly trials: { readonly both: number; readonly onlyA: readonly string[]; readonly onlyB: readonly string[] }
  /** Verdicts and outcomes that differ, those with an error on one side apart: an error is no verdict. */
  readonly verdicts: { readonly compared: number; readonly differ: readonly Difference[]; readonly errors: readonly Difference[] }
  readonly digests: readonly { readonly part: string; readonly compared: number; readonly differ: readonly Difference[]; readonly chance: number }[]
  readonly others: readonly Difference[]
  readonly times: readonly TimeChange[]
}

/** Two runs of the same trials: verdicts first, then digests, then time. Pure; `seed` draws the permutations. */
export function compareRuns(a: Side, b: Side, seed: number): Comparison {
  const others = new Map(b.rows.map((row) => [row.id, row]))
  const pairs = a.rows.flatMap((row) => { const other = others.get(row.id); return other === undefined ? [] : [[row, other] as const] })
  const known = new Set(pairs.map(([row]) => row.id))
  const fields = pairs.flatMap(([row, other]) => differences(row, other).map((field): Difference => ({ trial: row.id, ...field })))
  const isVerdict = ({ field }: Field): boolean => field === 'outcome' || field.startsWith('verdict.')
  const verdicts = fields.filter((field) => isVerdict(field) && field.state === 'differs')
  const hasError = ({ was, is }: Field): boolean => [was, is].some((text) => text.startsWith('error')) || (was === 'none') !== (is === 'none')
  const digests = Map.groupBy(fields.filter(({ field }) => field.startsWith('digest.')), ({ field }) => field)
  return {
    settings: settings(a.record, b.record),
    trials: { both: pairs.length, onlyA: a.rows.filter(({ id }) => !known.has(id)).map(({ id }) => id), onlyB: b.rows.filter(({ id }) => !known.has(id)).map(({ id }) => id) },
    verdicts: { compared: fields.filter(isVerdict).length, differ: verdicts.filter((field) => !hasError(field)), errors: verdicts.filter(hasError) },
    digests: [...digests].map(([part, of]) => ({ part: part.slice('digest.'.length), compared: of.length, differ: of.filter(({ state }) => state === 'differs'), chance: of.filter(({ state }) => state === 'differs-in-chance').length })),
    others: fields.filter((field) => field.state === 'differs' && !isVerdict(field) && !field.field.startsWith('digest.')),
    times: times(pairs, seed),
  }
}

function settings(a: RunRecord, b: RunRecord): Comparison['settings'] {
  const of = (record: RunRecord): readonly (readonly [string, string])[] => [
    ['experiments', record.experiments.join(', ')], ['backend', record.backend], ['tier', record.tier], ['mode', record.mode], ['seed', String(record.seed)],
    ['concurrency', String(record.concurrency)], ['state', record.state], ['program', record.digests.program], ['catalogue', record.digests.catalogue],
    ...Object.entries(record.digests.environments).map(([id, digest]) => [`environment ${id}`, digest] as const),
    ...Object.entries(record.host).map(([fact, value]) => [`host ${fact}`, String(value)] as const),
  ]
  const [left, right] = [new Map(of(a)), new Map(of(b))]
  return [...new Set([...left.keys(), ...right.keys()])].map((what) => ({ what, a: left.get(what) ?? 'none', b: right.get(what) ?? 'none' })).filter((each) => each.a !== each.b)
}

const STAGES: readonly (readonly [string, (row: TrialRow) => number])[] = [
  ['whole', (row) => row.endedMs - row.startedMs],
  ['fork', (row) => row.times!.fork], ['act', (row) => row.times!.act], ['seal', (row) => row.times!.seal],
  ['verify', (row) => Object.values(row.times!.verify).reduce((sum, ms) => sum + ms, 0)], ['discard', (row) => row.times!.discard],
]

/** Trials are unlike one another and alike in both runs, so the ratio within a trial is what is tested, on its logarithm. */
function times(pairs: readonly (readonly [TrialRow, TrialRow])[], seed: number): readonly TimeChange[] {
  const timed = pairs.filter(([a, b]) => a.times !== null && b.times !== null)
  const stages = STAGES.flatMap(([stage, ms]) => {
    const logs = timed.map(([a, b]) => Math.log(ms(b) / ms(a))).filter((log) => Number.isFinite(log))
    if (logs.length === 0) return []
    const { p, mean } = pairedPermutationTest(logs, { seed })
    return [{ stage, pairs: logs.length, change: Math.exp(mean) - 1, p }]
  })
  const adjusted = holm(stages.map(({ p }) => p))
  return stages.map((each, index) => ({ ...each, adjusted: adjusted[index]!, told: adjusted[index]! < 0.01 && Math.abs(each.change) >= 0.05 }))
}
