import type { Phase, RunRecord, Sitting, TrialRow } from '../schema/index.ts'
import { hasError } from '../schema/index.ts'
import { writeRecord } from './folder.ts'
import { provenance } from './provenance.ts'
import type { Resumption } from './resume.ts'
import type { RunRequest } from './run.ts'

/** run.json while a run goes on: what it held so far, written again as a whole whenever something becomes known. */
export interface Record {
  readonly now: RunRecord
  environment(id: string, digest: string): Promise<void>
  close(state: RunRecord['state'], added: readonly Counted[], drift: readonly string[]): Promise<RunRecord>
}

/** What of a row counts, so that no row has to be kept. */
export type Counted = Readonly<{ error: boolean }>

export async function openRecord(request: RunRequest, phases: readonly Phase[]): Promise<Record> {
  const began = request.clock.now().toISOString()
  const { resume } = request
  const sitting: Sitting = { startedAt: began, endedAt: null, state: 'running', kept: resume?.keep.length ?? 0, setAside: resume?.aside.length ?? 0, recorded: 0 }
  const before = resume === undefined ? await newRecord(request, phases, began) : await again(resume)
  let now: RunRecord = { ...before, endedAt: null, state: 'running', trials: { ...before.trials, ...counts(resume?.keep ?? []) }, sittings: [...before.sittings, sitting] }
  let writing: Promise<void> = Promise.resolve()
  const write = (next: RunRecord): Promise<void> => {
    now = next
    writing = writing.catch(() => {}).then(() => writeRecord(request.folder, now))
    return writing
  }
  await write(now)
  const kept = now.trials
  return {
    get now() { return now },
    environment: (id, digest) => write({ ...now, digests: { ...now.digests, environments: { ...now.digests.environments, [id]: digest } } }),
    async close(state, added, drift) {
      const endedAt = request.clock.now().toISOString()
      const ended: Sitting = { ...sitting, state, endedAt, recorded: added.length }
      await write({
        ...now, state, endedAt,
        trials: { ...kept, recorded: kept.recorded + added.length, errors: kept.errors + added.filter(({ error }) => error).length },
        sittings: [...now.sittings.slice(0, -1), ended],
        drift: [...new Set([...now.drift, ...drift])],
      })
      return now
    },
  }
}

async function newRecord(request: RunRequest, phases: readonly Phase[], startedAt: string): Promise<RunRecord> {
  const { program, lock, versions, host } = await provenance()
  return {
    schema: 1,
    id: request.folder.id,
    experiments: request.experiments.map((experiment) => experiment.id),
    backend: request.backend.id,
    tier: request.ready.tier,
    standIn: request.standIn ?? null,
    mode: request.mode,
    seed: request.seed,
    concurrency: request.concurrency,
    command: [...request.command],
    asked: { root: null, tier: null, catalogues: [], maxErrors: DEFAULT_MAX_ERRORS, ...request.asked },
    sittings: [],
    startedAt,
    endedAt: null,
    state: 'running',
    trials: { planned: phases.reduce((sum, phase) => sum + phase.trials.length, 0), recorded: 0, errors: 0 },
    promises: { ...request.ready.promises },
    notMet: request.ready.notMet.map((each) => ({ ...each })),
    digests: { catalogue: request.catalogue.digest, program, lock, environments: {} },
    versions: { ...versions },
    host: { ...host },
    drift: [],
  }
}

/** One trial in twenty. Any error in a published finding makes that finding inconclusive as it is; this is about the run. */
export const DEFAULT_MAX_ERRORS = 0.05

/** The record that a process finds which goes on with a run. That it does so on another machine is told. */
async function again({ record: before, keep, aside }: Resumption): Promise<RunRecord> {
  const { host } = await provenance()
  const moved = Object.entries(host).filter(([fact, value]) => before.host[fact] !== value)
  const note = `resumed where ${moved.map(([fact, value]) => `${fact} is ${String(value)}, not ${String(before.host[fact])}`).join(', ')}`
  // Whoever was killed could not say so, nor count its rows.
  const sittings = before.sittings.map((each): Sitting => each.state === 'running' ? { ...each, state: 'killed', recorded: keep.length + aside.length - each.kept } : each)
  return { ...before, sittings, drift: moved.length === 0 ? before.drift : [...new Set([...before.drift, note])] }
}

function counts(rows: readonly TrialRow[]): { readonly recorded: number; readonly errors: number } {
  return { recorded: rows.length, errors: rows.filter(hasError).length }
}
