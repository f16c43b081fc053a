import { keep, sha256, word } from '../evidence/index.ts'
import type { Act, Change, ReadResult, Snapshot } from '../contract/index.ts'
import type { ArtifactFile, ClaimFile, Documents, EnvironmentDocument, TrialRow, UsageFile, VerdictsFile } from '../schema/index.ts'
import { printable, TrialPlan } from '../schema/index.ts'
import type { Outcome } from './record.ts'
import type { Sealed } from './seal.ts'
import type { Ground, Subject } from './subject.ts'
import type { Notes } from './trail.ts'

/** Characters of words and test output that evidence keeps; a row keeps fewer. */
const LONGEST = 32_000
const CHANGES = 100

/** The seven files of a trial's evidence, from what the trial saw and the row that it became. */
export function documentsOf(subject: Subject, row: TrialRow, outcome: Outcome, ground: Ground | null, notes: Notes): Documents {
  const head = { schema: 1, trial: row.id } as const
  const act = outcome.state === 'not-applicable' ? null : outcome.act
  const sealed = outcome.state === 'graded' ? outcome.sealed : null
  const actions = notes.actions.end()
  const { agent, task, environment, verifiers } = subject
  return {
    'plan.json': {
      ...head, run: row.run, phase: row.phase, concurrency: row.concurrency, order: row.order, plan: TrialPlan.parse(subject.plan),
      digests: { agent: agent.digest, task: task.digest, environment: environment.digest, verifiers: Object.fromEntries(verifiers.map(({ id, digest }) => [id, digest])) },
    },
    'environment.json': environmentOf(subject, row, ground),
    'actions.json': { ...head, ...actions },
    'claim.json': { ...head, ...claimOf(row, act) },
    'artifact.json': { ...head, ...artifactOf(subject, row, sealed, ground) },
    'verdicts.json': { ...head, ...verdictsOf(row, notes) },
    'usage.json': { ...head, ...usageOf(row, sealed, actions.actions) },
  }
}

function environmentOf({ environment }: Subject, row: TrialRow, ground: Ground | null): EnvironmentDocument {
  const state = (snapshot: Snapshot | undefined) => snapshot === undefined ? null : { digest: snapshot.digest, base: snapshot.base ?? null }
  return {
    schema: 1, environment: environment.id, backend: row.backend, tier: row.tier, mode: row.mode, suite: environment.suite,
    start: state(ground?.start), pristine: state(ground?.pristine), policy: ground === null ? null : { ...ground.start.policy },
  }
}

function claimOf(row: TrialRow, act: Act | null): Omit<ClaimFile, 'schema' | 'trial'> {
  return { claim: row.claim, words: act === null ? null : keep(act.execution.stdout, LONGEST), testOutput: act === null ? null : keep(act.execution.stderr, LONGEST) }
}

function artifactOf({ task }: Subject, row: TrialRow, sealed: Sealed | null, ground: Ground | null): Omit<ArtifactFile, 'schema' | 'trial'> {
  const changes = sealed?.changes ?? []
  return {
    files: (sealed?.artifact ?? []).map((file, index) => fileOf(task.artifact[index]!, file)),
    digest: row.digests.artifact,
    tree: { before: ground?.start.digest ?? null, after: row.digests.tree },
    changes: { count: changes.length, sha256: sha256(changes.map((change) => `${JSON.stringify(change)}\n`).join('')), first: changes.slice(0, CHANGES).map(changeOf) },
    witnessed: row.witnessed,
  }
}

function fileOf(name: string, file: ReadResult): ArtifactFile['files'][number] {
  const about = file.state === 'file' ? { bytes: file.bytes.length, sha256: sha256(file.bytes), mode: file.mode } : { bytes: null, sha256: null, mode: null }
  return { name, state: file.state, type: file.state === 'not-regular' ? file.type : null, ...about }
}

function changeOf({ path, change, type, mode, owner, group, size, sha256, target }: Change): ArtifactFile['changes']['first'][number] {
  return { path: word(path), change, type, mode, owner, group, size, sha256, target: target === null ? null : word(target) }
}

function verdictsOf(row: TrialRow, { compared }: Notes): Omit<VerdictsFile, 'schema' | 'trial'> {
  const { outcome } = row
  return {
    outcome: { state: outcome.state, cause: outcome.state === 'error' ? outcome.cause : null, because: outcome.state === 'graded' ? null : outcome.because },
    verdicts: row.verdicts,
    compared: Object.fromEntries([...compared].map(([verifier, { count, answers }]) => [verifier, {
      count, answers: answers.map(({ call, expected, got }) => ({ call: printable(call), expected: printable(expected), got: got === null ? null : printable(got) })),
    }])),
  }
}

function usageOf(row: TrialRow, sealed: Sealed | null, actions: Documents['actions.json']['actions']): Omit<UsageFile, 'schema' | 'trial'> {
  const ended = actions.flatMap((action) => action.call === 'exec' && action.ended !== null ? [action.ended] : [])
  return {
    startedMs: row.startedMs, endedMs: row.endedMs, times: row.times,
    act: {
      cpuMs: row.usage.cpuMs ?? 'unmeasured', peakMemoryBytes: row.usage.peakMemoryBytes ?? 'unmeasured',
      diskBytes: sealed === null || row.digests.tree === null ? 'unmeasured' : sealed.changes.reduce((sum, { change, type, size }) => sum + (type === 'file' && change !== 'deleted' ? size : 0), 0),
    },
    commands: {
      count: ended.length,
      cpuMs: ended.every(({ cpuMs }) => cpuMs !== null) ? Math.round(ended.reduce((sum, { cpuMs }) => sum + cpuMs!, 0) * 1000) / 1000 : 'unmeasured',
    },
    tokens: null,
  }
}
