import type { Backend, Clock } from '../contract/index.ts'
import type { Environment } from '../schema/index.ts'
import type { Starts } from './starts.ts'

/** What a fork, one command and its end may take for a probe's own seconds to hold, in milliseconds. */
const EXPECTED_MS = 250
const MOST = 10
const SAMPLES = 3
/** After this a fork is taken to hang, which no patience mends. */
const HANGS_MS = 5000
/** For a start state, which may need an image that is fetched and built, and a boot. */
const START_MS = 900_000

/**
 * How many times its own seconds a probe is given on a backend: 1 where forks are quick, more where each takes long, as an
 * emulated machine's do. Makes the start state of the environment first, so that no probe waits for an image or a boot.
 * Where that fails or hangs it is 1, and the probes say what is wrong.
 */
export async function patienceWith(starts: Starts, environment: Environment, clock: Pick<Clock, 'monotonicMs'>): Promise<number> {
  try {
    const start = await within(START_MS, starts.shared(environment, { limits: environment.limits }))
    const times: number[] = []
    for (let sample = 0; sample < SAMPLES; sample++) times.push(await within(HANGS_MS, once(start, clock)))
    return patienceOf(times)
  } catch {
    return 1
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('late')), limitMs) })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The factor for some times of fork, command and end, in milliseconds: by the middle one. */
export function patienceOf(times: readonly number[]): number {
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  return Math.min(MOST, Math.max(1, Math.ceil(middle / EXPECTED_MS)))
}

async function once(start: Awaited<ReturnType<Backend['prepare']>>, clock: Pick<Clock, 'monotonicMs'>): Promise<number> {
  const from = clock.monotonicMs()
  const fork = await start.fork()
  try {
    await fork.exec({ argv: ['/bin/sh', '-c', ':'], user: 'agent', cwd: '/', env: {}, wallSeconds: 60 })
  } finally {
    await fork.discard()
  }
  return clock.monotonicMs() - from
}
