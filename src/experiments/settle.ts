import type { Control, Finding, Interval } from '../schema/index.ts'
import type { Rate } from '../stats/index.ts'
import { PUBLISHED } from './published.ts'
import type { Word } from './recorded.ts'

/** A finding before it is judged. */
export interface Draft {
  /** Finding id; its experiment is what stands before the first dot. */
  readonly finding: string
  readonly unit: string
  readonly value: number | string | null
  readonly numerator?: number | null
  readonly denominator?: number | null
  readonly interval?: Interval | null
  readonly bounds?: { readonly low: number; readonly high: number } | null
  /** For each trial that enters the number, the words that do. */
  readonly entering: readonly (readonly Word[])[]
  /** Whether the number is the published one; null where it is told and not judged. */
  readonly agrees: boolean | null
  /** What was measured, in words. */
  readonly says: string
}

/** Judges a draft: doubtful trials and broken controls come before the number itself. */
export function settle(draft: Draft, controls: readonly Control[]): Finding {
  const published = PUBLISHED[draft.finding]
  const doubts = doubtful(draft.entering)
  const broken = controls.filter((control) => !control.holds)
  const against = [
    ...(doubts === '' ? [] : [`not conclusive: ${doubts}`]),
    ...broken.map((control) => `control ${control.control} does not hold (measured ${control.measured})`),
  ]
  const judged = draft.agrees === null ? 'told, not judged'
    : draft.agrees ? 'as published' : `not the published ${published?.text ?? 'nothing'}`
  return {
    experiment: draft.finding.split('.')[0]!,
    finding: draft.finding,
    value: draft.value,
    numerator: draft.numerator ?? null,
    denominator: draft.denominator ?? null,
    unit: draft.unit,
    interval: draft.interval ?? null,
    bounds: draft.bounds ?? null,
    errors: draft.entering.filter((words) => words.includes('error')).length,
    published: published?.value ?? null,
    reproduced: draft.agrees === null ? null : draft.agrees && against.length === 0,
    because: [...against, `${judged}: ${draft.says}`].join('; '),
  }
}

/** A draft of a share: `holds` of the trials whose answer is known, bounds over all of them. */
export function share(finding: string, rate: Rate, rest: { says: string; entering: Draft['entering']; interval?: Interval | null }): Draft {
  const published = PUBLISHED[finding]
  return {
    finding, unit: 'share', value: rate.value, numerator: rate.holds, denominator: rate.known,
    bounds: { low: rate.low, high: rate.high },
    agrees: published === undefined ? null : rate.holds === published.numerator && rate.known === published.denominator,
    ...rest,
  }
}

/** "2 errors, 1 trial missing", or nothing. A trial counts once, under its worst word. */
function doubtful(entering: Draft['entering']): string {
  const kinds: readonly [Word, (count: number) => string][] = [
    ['error', (count) => `${count} ${count === 1 ? 'error' : 'errors'}`],
    ['conflict', (count) => `${trials(count)} recorded more than once with different content`],
    ['missing', (count) => `${trials(count)} missing`],
    ['not-applicable', (count) => `${trials(count)} not applicable`],
  ]
  const worst = entering.map((words) => kinds.find(([kind]) => words.includes(kind))?.[0])
  return kinds.flatMap(([kind, text]) => {
    const count = worst.filter((word) => word === kind).length
    return count === 0 ? [] : [text(count)]
  }).join(', ')
}

function trials(count: number): string {
  return count === 1 ? '1 trial' : `${count} trials`
}
