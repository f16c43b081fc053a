import { z } from 'zod'
import { Ablation, Actor, Conduct, Id, Label, Layout, Mode, Source, StagingDefect, VerifierKind } from './words.ts'
import type { Evidence } from './verdict.ts'
import { ErrorCause, Verdict } from './verdict.ts'

/**
 * One planned trial, as data. Ids are unique within a run and say what the trial is (`exp2.conftest-report-flip.calculator.2`).
 */
export const TrialPlan = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  experiment: z.string(),
  /** The part of the experiment: `main`, or the name of a control or of a second arm. */
  arm: z.string(),
  agent: z.string(),
  task: z.string(),
  /** Which repeat of the same agent on the same task, from 1. */
  repeat: z.number().int().positive(),
  control: z.boolean(),
  /** `fork`: a disposable fork of the backend. `shared`: the unsafe box that a whole sequence shares. */
  box: z.enum(['fork', 'shared']),
  /** Trials of one sequence run in order, one at a time, from one prepared snapshot. */
  sequence: z.strictObject({ id: z.string(), position: z.number().int().positive(), length: z.number().int().positive() }).nullable(),
  /** What the forks start from; null: the environment that the task names. */
  environment: Id.nullable(),
  /** Forbidden sources laid within the agent's reach before the act, besides those that its own trick needs. */
  exposed: z.array(Source),
  /** Where the grading material lies during the act. Null: the usual way, which lays none and needs no session folder. */
  layout: Layout.nullable(),
  /** Mistakes made on purpose when the session is staged; only with a layout. */
  defects: z.array(StagingDefect),
  /** Null: the agent's own user, or root where the agent needs it. */
  actor: Actor.nullable(),
  /** `one`: script and test run share a shell session. `separate`: the ablation. */
  session: z.enum(['one', 'separate']),
  verifiers: z.array(z.string()).min(1),
  /** The one property that is off in this trial. Absent: none is. */
  ablation: Ablation.optional(),
  /** The source of the network is served on the host's loopback, beyond the fork's own network. Absent: inside the fork. */
  upstream: z.literal('host').optional(),
  /** How many trials the plan has in this arm, so that an analysis of rows alone can tell that some are missing. */
  armSize: z.number().int().positive().optional(),
  /** What each verifier is about, and what it is expected to say: carried along so that an analysis needs rows alone. */
  kinds: z.record(z.string(), VerifierKind).optional(),
  expected: z.record(z.string(), z.enum(['pass', 'fail', 'error', 'not-applicable'])).optional(),
})
export type TrialPlan = z.infer<typeof TrialPlan>

/** Trials that run together at one concurrency; phases run one after the other. `null`: what the user asked for. */
export interface Phase { readonly id: string; readonly concurrency: number | null; readonly trials: readonly TrialPlan[] }

const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const milliseconds = z.number().nonnegative()

/** What the agent said and what its test run did. The text is bounded; `words` is printable (controls escaped). */
export const Claim = z.strictObject({
  words: z.string(),
  scriptExit: z.number().int().nullable(),
  testExit: z.number().int().nullable(),
  testOutput: z.string(),
  timedOut: z.boolean(),
  signal: z.string().nullable(),
  outOfMemory: z.boolean(),
  truncated: z.boolean(),
})
export type Claim = z.infer<typeof Claim>

/** Stage times in milliseconds of the monotonic clock. `verify` has one entry a verifier. */
export const StageTimes = z.strictObject({
  fork: milliseconds, act: milliseconds, seal: milliseconds, verify: z.record(z.string(), milliseconds), discard: milliseconds,
})

/** The digests that EXP0 compares: each `null` where it could not be taken. */
export const Digests = z.strictObject({
  output: Digest.nullable(),
  outputNormalised: Digest.nullable(),
  artifact: Digest.nullable(),
  tree: Digest.nullable(),
})
export type Digests = z.infer<typeof Digests>

/** One row of trials.jsonl: all that the report is made from. */
export const TrialRow = z.strictObject({
  ...TrialPlan.shape,
  schema: z.literal(1),
  run: z.string(),
  phase: z.string(),
  label: Label,
  conduct: Conduct,
  artifactCorrect: z.boolean(),
  family: z.string(),
  backend: z.string(),
  tier: z.string(),
  mode: Mode,
  concurrency: z.number().int().positive(),
  /** Position in the order in which trials of this run were started, from 1. */
  order: z.number().int().positive(),
  startedMs: milliseconds,
  endedMs: milliseconds,
  /** `not-applicable`: the agent needs what this environment doesn't give. `error`: infrastructure failed before a verdict. */
  outcome: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('graded') }),
    z.strictObject({ state: z.literal('not-applicable'), because: z.string() }),
    z.strictObject({ state: z.literal('error'), cause: ErrorCause, because: z.string() }),
  ]),
  claim: Claim.nullable(),
  /** The forbidden sources that were laid, and the marker that each copy carried in this trial alone. */
  laid: z.array(z.strictObject({ source: Source, canary: z.string() })),
  witnessed: z.boolean().nullable(),
  verdicts: z.record(z.string(), Verdict),
  times: StageTimes.nullable(),
  digests: Digests,
  /** Paths that the act changed, added or deleted against the prepared snapshot, printable, the first 50; and how many. */
  changed: z.strictObject({ count: z.number().int().nonnegative(), paths: z.array(z.string()) }),
  usage: z.strictObject({ cpuMs: milliseconds.nullable(), peakMemoryBytes: z.number().nonnegative().nullable() }),
  /** SHA-256 of the manifest of this trial's evidence. Last, so that the rest of the line can be hashed. Null: none was kept. */
  evidence: Digest.nullable(),
})
export type TrialRow = z.infer<typeof TrialRow>

/** A verdict, as a rule without the facts behind it. */
export interface Judged extends Pick<Verdict, 'verdict' | 'reason' | 'because'> { readonly evidence?: Evidence }
/**
 * What analyses read of a row: all but what an agent said, changed and was laid, and the facts behind most verdicts. Ten
 * thousand of them fit in memory, which whole rows need not.
 */
export interface RowFacts extends Omit<TrialRow, 'claim' | 'laid' | 'changed' | 'verdicts'> { readonly verdicts: Readonly<Record<string, Judged>> }

/**
 * One row of superseded.jsonl: a row that was recorded and then done again, kept so that nothing is lost. `sequence-cut`:
 * its sequence was not done as a whole. `error-repeated`: its sequence or itself held an error, and a repeat was asked for.
 */
export const SupersededRow = z.strictObject({
  schema: z.literal(1),
  at: z.string(),
  because: z.enum(['sequence-cut', 'error-repeated']),
  row: TrialRow,
})
export type SupersededRow = z.infer<typeof SupersededRow>

/** Whether the trial, or a verdict on it, ended in an error of the infrastructure. */
export function hasError(row: Pick<RowFacts, 'outcome' | 'verdicts'>): boolean {
  return row.outcome.state === 'error' || Object.values(row.verdicts).some((verdict) => verdict.verdict === 'error')
}
