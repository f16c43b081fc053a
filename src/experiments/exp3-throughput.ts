import type { Phase } from '../schema/index.ts'
import { throughput, type Throughput } from '../stats/index.ts'
import type { Table } from './experiment.ts'
import { CONTROL_VERIFIERS, PUBLISHED_VERIFIERS, repeats } from './plan.ts'
import { word, type Recorded, type Word } from './recorded.ts'
import type { Draft } from './settle.ts'

export const CONCURRENCIES = [1, 2] as const

/** Trials for each unit of concurrency, in this many blocks. */
const TRIALS = 8
const BLOCKS = 4
const VERIFIERS = [...PUBLISHED_VERIFIERS, ...CONTROL_VERIFIERS]

/** One phase a concurrency, alone on the machine: one honest agent with all the published verifiers. */
export function throughputPhases(experiment: string): readonly Phase[] {
  return CONCURRENCIES.map((concurrency) => ({
    id: `${experiment}.throughput-${concurrency}`,
    concurrency,
    trials: repeats(experiment, 'honest', TRIALS * concurrency, { arm: `throughput-${concurrency}`, verifiers: VERIFIERS }),
  }))
}

/** What one phase measured; `result` is null where no trial was graded or the rows come from more than one run. */
export interface Measured { readonly concurrency: number; readonly words: readonly (readonly Word[])[]; readonly result: Throughput | null }

/** Times of graded trials alone: a trial that ended in an infrastructure error is not a task done. */
export function measureThroughput(concurrency: number, trials: readonly Recorded[]): Measured {
  const rows = trials.flatMap(({ row }) => (row?.outcome.state === 'graded' ? [row] : []))
  // Monotonic clocks of two runs have nothing in common.
  const oneRun = new Set(rows.map((row) => row.run)).size === 1
  return {
    concurrency,
    words: trials.map((recorded) => VERIFIERS.map((verifier) => word(recorded, verifier))),
    result: oneRun ? throughput(rows, (TRIALS * concurrency) / BLOCKS) : null,
  }
}

export function throughputFinding({ concurrency, words, result }: Measured): Draft {
  const perBlock = (TRIALS * concurrency) / BLOCKS
  const range = result?.interval ?? null
  return {
    finding: `exp3.throughput-${concurrency}`, unit: 'tasks a minute', value: result?.perMinute ?? null,
    numerator: result?.tasks ?? null, denominator: null,
    interval: range === null ? null
      : { ...range, level: 0.95, method: `t over ${result!.blocks.length} blocks of ${perBlock} tasks`, samples: 'times' },
    entering: words, agrees: null,
    says: result === null ? 'no time could be measured'
      : `${result.tasks} honest tasks with the published verifiers in ${result.seconds.toFixed(2)} s at concurrency ${concurrency}; other hardware and other verifiers than the published`,
  }
}

export function throughputTables(measured: readonly Measured[]): readonly Table[] {
  return [
    {
      id: 'exp3-throughput',
      title: 'Throughput',
      note: 'From the first start to the last end of the phase. The interval is a t interval over the times of blocks.',
      columns: ['concurrency', 'tasks', 'seconds', 'tasks_per_minute', 'low', 'high', 'blocks'],
      rows: measured.map(({ concurrency, result }) => [
        concurrency, result?.tasks ?? null, result?.seconds ?? null, result?.perMinute ?? null,
        result?.interval?.low ?? null, result?.interval?.high ?? null, result?.blocks.length ?? null,
      ]),
    },
    {
      id: 'exp3-throughput-blocks',
      title: 'Throughput by block',
      note: 'Completions in order of their end, cut into blocks of equal size; a block lasts from the end of the one before.',
      columns: ['concurrency', 'block', 'tasks', 'seconds', 'tasks_per_minute'],
      rows: measured.flatMap(({ concurrency, result }) =>
        (result?.blocks ?? []).map((block, index) => [
          concurrency, index + 1, block.tasks, block.seconds, Number.isFinite(block.perMinute) ? block.perMinute : null,
        ])),
    },
  ]
}
