import { createHash } from 'node:crypto'
import type { Act, LaidSource } from '../contract/index.ts'
import type { Digests, ErrorCause } from '../schema/index.ts'
import { printable, TrialRow } from '../schema/index.ts'
import { normaliseOutput } from './normalise.ts'
import type { Sealed } from './seal.ts'
import type { Place, Subject, TrialTools } from './subject.ts'
import type { Verdicts } from './verify.ts'

/** How many changed paths a row names; the count is always whole. */
const PATHS = 50

/** How a trial came out, before it is written down. */
export type Outcome =
  | { readonly state: 'graded'; readonly act: Act; readonly sealed: Sealed; readonly laid: readonly LaidSource[]; readonly verdicts: Verdicts['verdicts']; readonly times: NonNullable<TrialRow['times']> }
  | { readonly state: 'not-applicable'; readonly because: string }
  | { readonly state: 'error'; readonly cause: ErrorCause; readonly because: string; readonly act: Act | null; readonly laid: readonly LaidSource[] }

export interface Span { readonly startedMs: number; readonly endedMs: number }

/** The row of a trial. Checked against the schema, so that what is written can be read again. */
export function record(subject: Subject, outcome: Outcome, place: Place, span: Span, tools: Pick<TrialTools, 'run' | 'backend' | 'mode'>): TrialRow {
  const { plan, agent } = subject
  const graded = outcome.state === 'graded' ? outcome : null
  const act = outcome.state === 'not-applicable' ? null : outcome.act
  return TrialRow.parse({
    ...plan,
    schema: 1,
    run: tools.run,
    phase: place.phase,
    label: agent.label,
    conduct: agent.conduct,
    artifactCorrect: agent.artifactCorrect,
    family: agent.family,
    backend: plan.box === 'shared' ? `shared(${tools.backend.id})` : tools.backend.id,
    tier: tools.backend.tier,
    mode: tools.mode,
    concurrency: place.concurrency,
    order: place.order,
    ...span,
    outcome: stateOf(outcome),
    claim: act?.claim ?? null,
    laid: outcome.state === 'not-applicable' ? [] : outcome.laid.map(({ source, canary }) => ({ source, canary })),
    witnessed: graded?.sealed.witnessed ?? null,
    verdicts: graded?.verdicts ?? {},
    times: graded?.times ?? null,
    digests: digestsOf(act, graded?.sealed ?? null),
    changed: changedOf(graded?.sealed ?? null),
    usage: act?.execution.usage ?? { cpuMs: null, peakMemoryBytes: null },
    evidence: null,
  } satisfies TrialRow)
}

function stateOf(outcome: Outcome): TrialRow['outcome'] {
  switch (outcome.state) {
    case 'graded': return { state: 'graded' }
    case 'not-applicable': return { state: 'not-applicable', because: printable(outcome.because) }
    case 'error': return { state: 'error', cause: outcome.cause, because: printable(outcome.because) }
  }
}

function digestsOf(act: Act | null, sealed: Sealed | null): Digests {
  return {
    output: act && outputDigest(act, (bytes) => bytes),
    outputNormalised: act && outputDigest(act, (bytes) => normaliseOutput(new TextDecoder().decode(bytes))),
    artifact: sealed?.artifactDigest ?? null,
    tree: sealed?.treeDigest ?? null,
  }
}

/** Words and test output are hashed apart first, so that what moves from one to the other shows. */
function outputDigest({ execution }: Act, view: (bytes: Uint8Array) => Uint8Array | string): string {
  const parts = [execution.stdout, execution.stderr].map((bytes) => createHash('sha256').update(view(bytes)).digest('hex'))
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

function changedOf(sealed: Sealed | null): TrialRow['changed'] {
  const changes = sealed?.changes ?? []
  return { count: changes.length, paths: changes.slice(0, PATHS).map((change) => printable(change.path, { limit: 300 })) }
}
