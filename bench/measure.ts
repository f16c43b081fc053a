import { quantile } from '../src/stats/index.ts'

/** Milliseconds that a piece of work takes on the monotonic clock. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * Runs the ways in turn, A B C A B C …, so that a machine that slows down slows them all. One array of samples a way: the
 * milliseconds that it took, or that it says it took where it answers with a number.
 */
export async function interleaved(rounds: number, ways: Readonly<Record<string, () => Promise<unknown>>>): Promise<Record<string, number[]>> {
  const samples: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (const way of Object.values(ways)) await way()
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      let said: unknown
      const span = await timed(async () => { said = await way() })
      samples[name]!.push(typeof said === 'number' ? said : span)
    }
  }
  return samples
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)
export const p95 = (samples: readonly number[]): number => quantile(samples, 0.95)

/** A ratio with two digits behind the point. */
export const ratio = (value: number): string => `${value.toFixed(2)}×`
export const ms = (value: number): string => `${value.toFixed(1)} ms`

/**
 * The most that is held, in bytes, from now until `end`: what stands after collections, at most four a second and in at most a
 * tenth of the time, so that the work goes on between them however slow they are. Needs --expose-gc.
 */
export function watchHeld(): { end(): number } {
  const { gc } = globalThis
  if (gc === undefined) throw new Error('memory is measured with node --expose-gc')
  const held = (): number => {
    gc()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = held()
  let most = before
  let timer: NodeJS.Timeout
  const sample = (): void => {
    const from = performance.now()
    most = Math.max(most, held())
    timer = setTimeout(sample, Math.max(250, 9 * (performance.now() - from)))
  }
  sample()
  return {
    end() {
      clearTimeout(timer)
      return Math.max(most, held()) - before
    },
  }
}
