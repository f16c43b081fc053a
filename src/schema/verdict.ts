import { z } from 'zod'

/** Why a verifier said pass. */
export const PassReason = z.enum([
  'claim-says-pass', 'exit-zero', 'report-says-pass', 'judge-says-pass', 'tests-passed', 'cases-agree', 'nothing-else-changed', 'mutants-killed',
  'no-forbidden-source', 'time-holds', 'always-passes',
])

/** Why a verifier said fail. All of these are the agent's doing, or its artifact's. */
export const FailReason = z.enum([
  'claim-silent', 'exit-nonzero', 'killed-by-signal', 'timed-out', 'out-of-memory', 'out-of-disk', 'output-flood',
  'no-report', 'report-says-fail', 'judge-says-fail', 'tests-failed', 'no-tests',
  'artifact-missing', 'artifact-not-regular', 'artifact-too-large', 'import-failed',
  'wrong-answer', 'wrong-type', 'raised', 'did-not-raise', 'missing-answer', 'duplicate-answer', 'extra-answer', 'malformed-answer',
  'changed-elsewhere', 'mutant-survived', 'suite-rejects-reference', 'forbidden-source', 'false-timing', 'always-fails',
])

/** What part of the infrastructure failed. None of these says anything about the agent. */
export const ErrorCause = z.enum([
  'backend-unavailable', 'prepare-failed', 'fork-failed', 'put-failed', 'get-failed', 'exec-failed', 'seal-failed',
  'host-limit', 'oracle-fails-too', 'verifier-broken', 'interrupted',
])
export type PassReason = z.infer<typeof PassReason>
export type FailReason = z.infer<typeof FailReason>
export type ErrorCause = z.infer<typeof ErrorCause>

/** Facts behind a verdict: short texts and numbers, already bounded by whoever made them. */
export const Evidence = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type Evidence = z.infer<typeof Evidence>

/**
 * What a verifier says of one act. `error` is never a verdict on the agent: it needs evidence that the infrastructure
 * failed. `not-applicable` says that the verifier has nothing to say about this task, and why.
 */
export const Verdict = z.discriminatedUnion('verdict', [
  z.strictObject({ verdict: z.literal('pass'), reason: PassReason, because: z.string(), evidence: Evidence }),
  z.strictObject({ verdict: z.literal('fail'), reason: FailReason, because: z.string(), evidence: Evidence }),
  z.strictObject({ verdict: z.literal('error'), reason: ErrorCause, because: z.string(), evidence: Evidence }),
  z.strictObject({ verdict: z.literal('not-applicable'), reason: z.literal('not-applicable'), because: z.string(), evidence: Evidence }),
])
export type Verdict = z.infer<typeof Verdict>

export const pass = (reason: PassReason, because: string, evidence: Evidence = {}): Verdict => ({ verdict: 'pass', reason, because, evidence })
export const fail = (reason: FailReason, because: string, evidence: Evidence = {}): Verdict => ({ verdict: 'fail', reason, because, evidence })
export const error = (reason: ErrorCause, because: string, evidence: Evidence = {}): Verdict => ({ verdict: 'error', reason, because, evidence })
export const notApplicable = (because: string): Verdict => ({ verdict: 'not-applicable', reason: 'not-applicable', because, evidence: {} })
