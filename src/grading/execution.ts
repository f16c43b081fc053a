import type { Execution } from '../contract/index.ts'
import type { Evidence, FailReason, PassReason, Verdict } from '../schema/index.ts'
import { fail, pass, printable } from '../schema/index.ts'

export interface Failure { readonly reason: FailReason; readonly because: string }

/**
 * Why a command that ran under limits ended badly, or null where it ended by itself with code 0. Whatever ends a command
 * inside its limits is the doing of the agent or of its artifact, so each way is a reason to fail and none is an error.
 */
export function failureOf(execution: Execution): Failure | null {
  if (execution.timedOut) return { reason: 'timed-out', because: 'it ran until its time limit' }
  if (execution.exitCode === 0) return null
  if (execution.outOfMemory) return { reason: 'out-of-memory', because: 'it ran out of memory' }
  if (execution.signal !== null) return bySignal(execution.signal)
  if (execution.exitCode === null) return { reason: 'killed-by-signal', because: 'it was killed' }
  return { reason: 'exit-nonzero', because: `it exited with ${execution.exitCode}` }
}

function bySignal(signal: string): Failure {
  if (signal === 'SIGXCPU') return { reason: 'timed-out', because: 'it used up its CPU time' }
  if (signal === 'SIGXFSZ') return { reason: 'out-of-disk', because: 'it wrote a file larger than it may' }
  return { reason: 'killed-by-signal', because: `it was killed by ${signal}` }
}

/** What is worth keeping of an execution: how it ended, and the end of what it printed. */
export function executionEvidence(execution: Execution): Evidence {
  return {
    exit: execution.exitCode,
    signal: execution.signal,
    output: tail(execution.stdout),
    errors: tail(execution.stderr),
    truncated: execution.truncated.stdout || execution.truncated.stderr,
    preloaded: execution.preloaded,
  }
}

/** The end of a stream as printable text. */
export function tail(bytes: Uint8Array, most = 500): string {
  const text = Buffer.from(bytes.subarray(Math.max(0, bytes.length - most * 4))).toString('utf8').trimEnd()
  return printable(text.slice(-most), { multiline: true })
}

/**
 * The verdict of a verifier that believes an exit code: 0 is a pass whatever else happened, short of running into the
 * time limit. `codes` gives the meaning of other codes where the program has fixed ones.
 */
export function byExitCode(execution: Execution, reason: PassReason, what: string, codes: Readonly<Record<number, Failure>> = {}): Verdict {
  const evidence = executionEvidence(execution)
  const failure = failureOf(execution)
  if (failure === null) return pass(reason, `${what} exited with 0`, evidence)
  const meaning = failure.reason === 'exit-nonzero' ? codes[execution.exitCode ?? -1] : undefined
  return fail((meaning ?? failure).reason, `${what}: ${(meaning ?? failure).because}`, evidence)
}
