import jStat from 'jstat'
import { mean, sampleStandardDeviation } from 'simple-statistics'
import type { Range } from './proportion.ts'

/** When a task began and ended, in milliseconds of one monotonic clock. */
export interface Span { readonly startedMs: number; readonly endedMs: number }

export interface Throughput {
  readonly tasks: number
  readonly seconds: number
  readonly perMinute: number
  readonly blocks: readonly { readonly tasks: number; readonly seconds: number; readonly perMinute: number }[]
  /** t interval over the blocks' times, turned into tasks a minute; null with fewer than `MIN_BLOCKS`, or no finite end. */
  readonly interval: Range | null
}

/** Fewer blocks than this give no interval: a t quantile with two degrees of freedom is wider than it informs. */
export const MIN_BLOCKS = 4

/**
 * Tasks a minute, from the first start to the last end. Blocks are runs of `perBlock` completions in order of their end;
 * a block lasts from the end of the one before it. Completions left over at the end are in no block. Null where no task
 * took any time.
 */
export function throughput(spans: readonly Span[], perBlock: number, level = 0.95): Throughput | null {
  const start = Math.min(...spans.map((span) => span.startedMs))
  const ends = spans.map((span) => span.endedMs).toSorted((a, b) => a - b)
  const seconds = ((ends.at(-1) ?? Number.NaN) - start) / 1000
  if (!(seconds > 0)) return null
  const blocks = []
  for (let last = perBlock - 1, from = start; last < ends.length; from = ends[last]!, last += perBlock) {
    const took = (ends[last]! - from) / 1000
    blocks.push({ tasks: perBlock, seconds: took, perMinute: took > 0 ? (60 * perBlock) / took : Number.POSITIVE_INFINITY })
  }
  return {
    tasks: spans.length, seconds, perMinute: (60 * spans.length) / seconds, blocks,
    interval: blockInterval(blocks.map((block) => block.seconds), perBlock, level),
  }
}

function blockInterval(times: readonly number[], perBlock: number, level: number): Range | null {
  if (times.length < MIN_BLOCKS) return null
  const centre = mean([...times])
  const half = jStat.studentt.inv(1 - (1 - level) / 2, times.length - 1) * sampleStandardDeviation([...times]) / Math.sqrt(times.length)
  return centre - half > 0 ? { low: (60 * perBlock) / (centre + half), high: (60 * perBlock) / (centre - half) } : null
}
