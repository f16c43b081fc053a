import { z } from 'zod'
import { Mode } from './words.ts'
import { Claim, StageTimes, TrialPlan } from './trial.ts'
import { ErrorCause, Verdict } from './verdict.ts'

/**
 * The files of `evidence/<trial>/`, each one JSON document on one line. Every field has a description, from which the
 * published JSON Schemas and the data dictionary are made.
 */
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const milliseconds = z.number().nonnegative()
const count = z.number().int().nonnegative()
const head = {
  schema: z.literal(1).describe('Version of this format.'),
  trial: z.string().describe('Id of the trial, the same as in its row and as the name of its folder.'),
}

const Bytes = z.strictObject({ bytes: count.describe('Length.'), sha256: Digest.describe('SHA-256 of the whole, in hex.') })

/** Bytes of a stream: the digest of all of it, and a bounded copy that is safe to print. */
export const Kept = z.strictObject({
  ...Bytes.shape,
  text: z.string().describe('A copy, invalid UTF-8 replaced and control characters escaped; both ends where the stream is longer than is kept.'),
  whole: z.boolean().describe('Whether the copy is of all of it.'),
})
export type Kept = z.infer<typeof Kept>

const action = {
  n: count.describe('Number of the call within the trial, from 1, in the order in which calls ended.'),
  at: milliseconds.describe('When it began: milliseconds since the trial did.'),
  ms: milliseconds.describe('How long it took, in milliseconds, seen from the host.'),
  stage: z.enum(['fork', 'act', 'seal', 'verify', 'discard', 'record']).describe('Stage of the trial.'),
  by: z.string().describe('Who made it: harness, agent, a verifier by its id, or oracle and the verifier for which it acted.'),
  fork: count.describe('Which fork of the trial, from 1, in order of first use.'),
  failed: z.string().nullable().describe('What the backend said where it failed the call; null where the call was carried out.'),
}

const Ended = z.strictObject({
  exit: z.number().int().nullable().describe('Exit code, or null where there was none.'),
  signal: z.string().nullable().describe('Name of the signal that ended it, or null.'),
  timedOut: z.boolean().describe('It ran into its time limit.'),
  outOfMemory: z.boolean().describe('It ran into its memory limit.'),
  cut: z.array(z.enum(['stdout', 'stderr'])).describe('Streams of which bytes past the limit were thrown away.'),
  preloaded: z.boolean().describe('It started from a preloaded interpreter.'),
  ms: milliseconds.describe('How long the command itself took, as the backend measured it.'),
  cpuMs: milliseconds.nullable().describe('CPU time of it and its descendants; null: not measured.'),
  peakMemoryBytes: z.number().nonnegative().nullable().describe('Peak memory; null: not measured.'),
  stdout: Kept.nullable().describe('Standard output; null: empty.'),
  stderr: Kept.nullable().describe('Standard error; null: empty.'),
})

export const Action = z.discriminatedUnion('call', [
  z.strictObject({
    ...action, call: z.literal('exec').describe('exec: a command was run.'),
    user: z.enum(['agent', 'verifier', 'root']).describe('As whom it ran.'),
    argv: z.array(z.string()).describe('The command. A long word is cut and ends with its length and digest.'),
    cwd: z.string().describe('Working directory.'),
    stdin: Bytes.nullable().describe('Standard input; null: none.'),
    ended: Ended.nullable().describe('How it ended; null where the backend failed it.'),
  }),
  z.strictObject({
    ...action, call: z.literal('put').describe('put: files were laid.'),
    count: count.describe('How many files were laid.'),
    files: z.array(z.strictObject({
      path: z.string().describe('Where.'), mode: count.describe('Mode, as a number.'), owner: z.string().describe('Owner, as a role.'), ...Bytes.shape,
    })).describe('The first of them.'),
  }),
  z.strictObject({
    ...action, call: z.literal('get').describe('get: files were read.'),
    count: count.describe('How many files were asked for.'),
    files: z.array(z.strictObject({
      path: z.string().describe('Which.'), state: z.enum(['file', 'missing', 'not-regular', 'too-large']).describe('What stood there.'),
      bytes: count.nullable().describe('Length, of a regular file that was read.'), sha256: Digest.nullable().describe('SHA-256 of it.'),
    })).describe('The first of them, and what stood there.'),
  }),
  z.strictObject({ ...action, call: z.literal('seal').describe('seal: every process was ended and the state frozen.'), digest: Digest.nullable().describe('Digest of the sealed state; null where sealing failed.') }),
])
export type Action = z.infer<typeof Action>

export const PlanFile = z.strictObject({
  ...head,
  run: z.string().describe('Id of the run.'),
  phase: z.string().describe('Phase of the run.'),
  concurrency: z.number().int().positive().describe('How many trials this phase runs at a time.'),
  order: z.number().int().positive().describe('Position in the order in which trials of the run were started, from 1.'),
  plan: TrialPlan.describe('The trial as it was planned.'),
  digests: z.strictObject({
    agent: z.string().describe('Of the agent\'s folder.'), task: z.string().describe('Of the task\'s folder.'), environment: z.string().describe('Of the environment\'s folder.'),
    verifiers: z.record(z.string(), z.string()).describe('Of each verifier\'s folder.'),
  }).describe('Digests of what the catalogue held.'),
}).describe('What was to be done, and with which specimens.')
export type PlanFile = z.infer<typeof PlanFile>

const State = z.strictObject({ digest: z.string().describe('Digest of the state.'), base: z.string().nullable().describe('Digest of the root file system below it.') })

export const EnvironmentDocument = z.strictObject({
  schema: head.schema,
  environment: z.string().describe('Id of the environment.'),
  backend: z.string().describe('What made the forks.'),
  tier: z.string().describe('Tier of the backend on this machine.'),
  mode: Mode.describe('Whether verifiers started cold.'),
  suite: z.string().describe('Suite of the packages.'),
  start: State.nullable().describe('The state that the agent\'s fork came from; null where it was never made.'),
  pristine: State.nullable().describe('The state that verifiers in pristine forks grade in.'),
  policy: z.record(z.string(), z.unknown()).nullable().describe('How forks were set up: users, network, limits, what is writable.'),
}).describe('What the forks stood on. Names no trial, so that trials with the same ground share one file.')
export type EnvironmentDocument = z.infer<typeof EnvironmentDocument>

export const ActionsFile = z.strictObject({
  ...head,
  left_out: count.describe('Calls past the bound, of which nothing is kept.'),
  actions: z.array(Action).describe('Every call that was made in a fork for this trial.'),
}).describe('Every command run in a fork, and every file laid, read or sealed.')
export type ActionsFile = z.infer<typeof ActionsFile>

export const ClaimFile = z.strictObject({
  ...head,
  claim: Claim.nullable().describe('The claim, as the row has it; null where the agent never acted.'),
  words: Kept.nullable().describe('What the script printed: a longer copy, and the digest of all of it.'),
  testOutput: Kept.nullable().describe('What the visible test run printed.'),
}).describe('What the agent said it did.')
export type ClaimFile = z.infer<typeof ClaimFile>

export const ArtifactFile = z.strictObject({
  ...head,
  files: z.array(z.strictObject({
    name: z.string().describe('As the task names it.'),
    state: z.enum(['file', 'missing', 'not-regular', 'too-large']).describe('What stood there after the seal.'),
    type: z.string().nullable().describe('Of what is no regular file.'),
    bytes: count.nullable().describe('Length, of a file.'), sha256: Digest.nullable().describe('SHA-256, of a file.'), mode: count.nullable().describe('Mode, of a file.'),
  })).describe('The files that the task asks for.'),
  digest: Digest.nullable().describe('SHA-256 over one line a file: the JSON of [name, state, sha256 or type or ""].'),
  tree: z.strictObject({
    before: Digest.nullable().describe('Digest of the state that the fork came from.'),
    after: Digest.nullable().describe('Digest of the sealed state; null where it could not be listed whole.'),
  }).describe('The whole state before and after the act.'),
  changes: z.strictObject({
    count: count.describe('How many paths the act changed, added or deleted.'),
    sha256: Digest.describe('SHA-256 over one line of JSON a change.'),
    first: z.array(z.strictObject({
      path: z.string().describe('Which path, printable.'), change: z.string().describe('added, changed, deleted or replaced.'), type: z.string().describe('Type of file.'),
      mode: count.describe('Mode.'), owner: z.number().int().describe('Owner, as a number.'), group: z.number().int().describe('Group.'),
      size: count.describe('Length.'), sha256: z.string().nullable().describe('Of a regular file.'), target: z.string().nullable().describe('Of a link.'),
    })).describe('The first of them, by path.'),
  }).describe('What the act changed in the state.'),
  witnessed: z.boolean().nullable().describe('Whether the file that this agent alone writes was there; null: none is declared.'),
}).describe('What the agent handed in, and what it changed.')
export type ArtifactFile = z.infer<typeof ArtifactFile>

/** One answer that a verifier compared. */
export const Compared = z.strictObject({
  call: z.string().describe('What was asked.'),
  expected: z.string().describe('Canonical text of the right answer.'),
  got: z.string().nullable().describe('Canonical text of the answer given; null: the right one.'),
})
export type Compared = z.infer<typeof Compared>

export const VerdictsFile = z.strictObject({
  ...head,
  outcome: z.strictObject({
    state: z.enum(['graded', 'not-applicable', 'error']).describe('How the trial came out.'),
    cause: ErrorCause.nullable().describe('What failed, of an error.'),
    because: z.string().nullable().describe('Why it was not graded.'),
  }).describe('Whether there are verdicts at all.'),
  verdicts: z.record(z.string(), Verdict).describe('What each verifier said, why, and the facts behind it.'),
  compared: z.record(z.string(), z.strictObject({
    count: count.describe('How many answers were compared.'), answers: z.array(Compared).describe('The first of them, wrong ones first.'),
  })).describe('The answers compared, for each verifier that compares answers on the host.'),
}).describe('What the verifiers said, and on what ground.')
export type VerdictsFile = z.infer<typeof VerdictsFile>

const unmeasured = z.literal('unmeasured')
export const UsageFile = z.strictObject({
  ...head,
  startedMs: milliseconds.describe('Start of the trial, in milliseconds since the run began, by a monotonic clock.'),
  endedMs: milliseconds.describe('End of the trial.'),
  times: StageTimes.nullable().describe('Milliseconds of each stage, and of each verifier.'),
  act: z.strictObject({
    cpuMs: z.union([milliseconds, unmeasured]).describe('CPU time of the act.'),
    peakMemoryBytes: z.union([z.number().nonnegative(), unmeasured]).describe('Peak memory of the act.'),
    diskBytes: z.union([count, unmeasured]).describe('Bytes of the regular files that the act added or changed, as sealed.'),
  }).describe('What the act used.'),
  commands: z.strictObject({
    count: count.describe('How many commands ran in forks.'), cpuMs: z.union([milliseconds, unmeasured]).describe('Their CPU time together.'),
  }).describe('What all commands of the trial used.'),
  tokens: z.null().describe('Tokens of a model. Null: no model was used.'),
}).describe('What the trial cost.')
export type UsageFile = z.infer<typeof UsageFile>

/** The seven files of a trial, by name, in the order in which a manifest lists them. */
export const EVIDENCE_FILES = {
  'plan.json': PlanFile, 'environment.json': EnvironmentDocument, 'actions.json': ActionsFile, 'claim.json': ClaimFile,
  'artifact.json': ArtifactFile, 'verdicts.json': VerdictsFile, 'usage.json': UsageFile,
} as const
export type EvidenceName = keyof typeof EVIDENCE_FILES
export const EVIDENCE_NAMES = Object.keys(EVIDENCE_FILES) as readonly EvidenceName[]

/** The contents of those files. */
export type Documents = { readonly [Name in EvidenceName]: z.infer<(typeof EVIDENCE_FILES)[Name]> }

const Listed = Bytes.describe('Length and SHA-256 of that file.')
export const Manifest = z.strictObject({
  ...head,
  run: z.string().describe('Id of the run.'),
  row: Digest.describe('SHA-256 of the trial\'s line in trials.jsonl without its last field, `evidence`, and without the newline.'),
  files: z.strictObject({
    'plan.json': Listed, 'environment.json': Listed, 'actions.json': Listed, 'claim.json': Listed, 'artifact.json': Listed, 'verdicts.json': Listed, 'usage.json': Listed,
  }).describe('The seven files.'),
}).describe('Written last: a folder without it is what a death left behind.')
export type Manifest = z.infer<typeof Manifest>
