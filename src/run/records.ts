import type { Phase, RunRecord, Sitting, RowFacts } from '../schema/index.ts'
import { hasError } from '../schema/index.ts'
import { writeRecord } from './folder.ts'
import type { Digests } from './ground.ts'
import { provenance } from './provenance.ts'
import type { Resumption } from './resume.ts'
import type { RunRequest } from './run.ts'

/** run.json while a run goes on: what it held so far, written again as a whole whenever something becomes known. */
export interface Record {
  readonly now: RunRecord
  /** Takes over digests of what trials stand on. On disk when this resolves, so that no row stands on what is not named. */
  found(digests: Digests): Promise<void>
  close(ended: Pick<RunRecord, 'state' | 'failure'>, added: Readonly<Counted>, drift: readonly string[]): Promise<RunRecord>
}

/** What of rows counts, so that no row has to be kept. */
export interface Counted { recorded: number; errors: number }

/** `aside`: how many rows superseded.jsonl holds now. */
export async function openRecord(request: RunRequest, phases: readonly Phase[], aside: number): Promise<Record> {
  const began = request.clock.now().toISOString()
  const { resume } = request
  // Of a death before the record was written again, nothing tells that rows had been set aside but that there are more of them.
  const setAside = Math.max(0, aside - (resume?.record.sittings.reduce((sum, each) => sum + each.setAside, 0) ?? 0))
  const sitting: Sitting = { startedAt: began, endedAt: null, state: 'running', kept: resume?.keep.length ?? 0, setAside, recorded: 0 }
  const before = resume === undefined ? await newRecord(request, phases, began) : await again(resume, setAside)
  let now: RunRecord = { ...before, endedAt: null, state: 'running', failure: null, trials: { ...before.trials, ...counts(resume?.keep ?? []) }, sittings: [...before.sittings, sitting] }
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
    async found({ environments, snapshots }) {
      const { digests } = now
      const more = { ...digests, environments: { ...digests.environments, ...environments }, snapshots: { ...digests.snapshots, ...snapshots } }
      await (same(more, digests) ? writing : write({ ...now, digests: more }))
    },
    async close({ state, failure }, added, drift) {
      const endedAt = request.clock.now().toISOString()
      const ended: Sitting = { ...sitting, state, endedAt, recorded: added.recorded }
      await write({
        ...now, state, failure, endedAt,
        trials: { ...kept, recorded: kept.recorded + added.recorded, errors: kept.errors + added.errors },
        sittings: [...now.sittings.slice(0, -1), ended],
        drift: [...new Set([...now.drift, ...drift])],
      })
      return now
    },
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
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
    failure: null,
    trials: { planned: phases.reduce((sum, phase) => sum + phase.trials.length, 0), recorded: 0, errors: 0 },
    promises: { ...request.ready.promises },
    notMet: request.ready.notMet.map((each) => ({ ...each })),
    digests: { catalogue: request.catalogue.digest, program, lock, environments: {}, snapshots: {} },
    versions: { ...versions },
    host: { ...host },
    drift: [],
  }
}

/** One trial in twenty. Any error in a published finding makes that finding inconclusive as it is; this is about the run. */
export const DEFAULT_MAX_ERRORS = 0.05

/** The record that a process finds which goes on with a run. That it does so on another machine is told. */
async function again({ record: before, keep }: Resumption, setAside: number): Promise<RunRecord> {
  const { host } = await provenance()
  const moved = Object.entries(host).filter(([fact, value]) => before.host[fact] !== value)
  const note = `resumed where ${moved.map(([fact, value]) => `${fact} is ${String(value)}, not ${String(before.host[fact])}`).join(', ')}`
  // Whoever was killed could not say so, nor count its rows.
  const sittings = before.sittings.map((each): Sitting => each.state === 'running' ? { ...each, state: 'killed', recorded: keep.length + setAside - each.kept } : each)
  return { ...before, sittings, drift: moved.length === 0 ? before.drift : [...new Set([...before.drift, note])] }
}

function counts(rows: readonly RowFacts[]): { readonly recorded: number; readonly errors: number } {
  return { recorded: rows.length, errors: rows.filter(hasError).length }
}
