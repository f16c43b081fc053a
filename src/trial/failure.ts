import type { Clock } from '../contract/index.ts'
import { BackendUnavailable } from '../contract/index.ts'
import type { ErrorCause } from '../schema/index.ts'

/** A stage of a trial that the infrastructure failed. Caught where the trial is recorded; never leaves it. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure'
  readonly errorCause: ErrorCause
  constructor(errorCause: ErrorCause, because: string, options?: ErrorOptions) {
    super(because, options)
    this.errorCause = errorCause
  }
}

/** The user stopped the run: what is under way is torn down and not recorded. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

const CAUSES: Readonly<Record<BackendUnavailable['during'], ErrorCause>> = {
  readiness: 'backend-unavailable',
  prepare: 'prepare-failed',
  fork: 'fork-failed',
  exec: 'exec-failed',
  put: 'put-failed',
  get: 'get-failed',
  read: 'get-failed',
  seal: 'seal-failed',
  changes: 'seal-failed',
  discard: 'backend-unavailable',
}

/** The cause that a thrown error stands for, or null where it is no failure of infrastructure. */
export function causeOf(thrown: unknown): ErrorCause | null {
  if (thrown instanceof StageFailure) return thrown.errorCause
  if (thrown instanceof BackendUnavailable) return thrown.own ? 'backend-unavailable' : CAUSES[thrown.during]
  return null
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/**
 * Waits for `work`, but no longer than `seconds`: then it rejects with `host-limit`, and the work is told through
 * `abandon`. The limit is ours, on top of those that a backend holds, for a backend that hangs.
 */
export async function within<T>(seconds: number, what: string, work: Promise<T>, abandon?: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StageFailure('host-limit', `${what} took longer than ${seconds} s`))
      abandon?.()
    }, seconds * 1000)
  })
  // What is left behind may still fail; by then nobody listens.
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs `work` and says how long it took, whether it failed or not. */
export async function timed<T>(clock: Clock, work: () => Promise<T>, tell: (ms: number) => void): Promise<T> {
  const from = clock.monotonicMs()
  try {
    return await work()
  } finally {
    tell(Math.max(0, clock.monotonicMs() - from))
  }
}
