import { trace } from '../backends/trace.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Backend, Clock, Randomness, Readiness } from '../contract/index.ts'
import { openEvidence } from '../evidence/index.ts'
import type { Experiment } from '../experiments/index.ts'
import type { Mode, Phase, RunRecord, TrialRow } from '../schema/index.ts'
import type { Stage, TrialTools } from '../trial/index.ts'
import { createOracle, noteCall } from '../trial/index.ts'
import type { RunFolder } from './folder.ts'
import { writeRecord } from './folder.ts'
import type { Grounds } from './ground.ts'
import { createGrounds } from './ground.ts'
import { runPhases } from './phases.ts'
import type { Pins } from './pins.ts'
import { compare, PinMoved } from './pins.ts'
import { programReader } from './programs.ts'
import type { Progress } from './progress.ts'
import { programDigest, provenance } from './provenance.ts'
import { openRows } from './rows.ts'
import { schedule } from './schedule.ts'

/** What is asked of a run. Everything that a run takes from outside is in here. */
export interface RunRequest {
  readonly folder: RunFolder
  readonly experiments: readonly Experiment[]
  readonly catalogue: Catalogue
  readonly backend: Backend
  /** The answer of a backend that is ready: one that isn't starts no run. */
  readonly ready: Extract<Readiness, { ready: true }>
  readonly standIn?: string
  readonly mode: Mode
  readonly seed: number
  readonly concurrency: number
  /** The command line, for the record. */
  readonly command: readonly string[]
  readonly clock: Clock
  readonly randomness: Randomness
  readonly signal: AbortSignal
  readonly progress: Progress
  /** Digest of the catalogue as it lies on disk now; null where it can't be read. Absent: it lies on no disk. */
  readonly catalogueNow?: () => Promise<string | null>
  readonly onStage?: (stage: Stage, trial: string) => void | Promise<void>
}

/**
 * Executes experiments: plan → record of what was asked → trials → record of how it ended. The report is made
 * afterwards, from what lies in the folder alone.
 */
export async function execute(request: RunRequest): Promise<RunRecord> {
  const phases = request.experiments.flatMap((experiment) => experiment.plan(request.catalogue))
  const started = await openingRecord(request, phases)
  await writeRecord(request.folder, started)
  const counts = { recorded: 0, errors: 0 }
  const grounds = createGrounds(trace(request.backend, request.clock, noteCall), request.catalogue)
  const tools = toolsOf(request)
  const rows = await openRows(request.folder.rows)
  const evidence = await openEvidence(request.folder.id, request.folder.dir, async (recorded) => {
    await rows.append(...recorded)
    for (const row of recorded) {
      counts.recorded += 1
      counts.errors += Number(hasError(row))
    }
  }, request.randomness)
  const end = (state: RunRecord['state'], failure: string | null = null): Promise<RunRecord> => closingRecord(request, started, { state, failure }, counts, grounds)
  const pinned = async (): Promise<void> => {
    compare(pinsIn(started), { program: await programDigest(), catalogue: request.catalogueNow === undefined ? started.digests.catalogue : await request.catalogueNow() ?? 'gone' })
    await grounds.check()
  }
  request.progress.start(started.trials.planned)
  try {
    await pinned()
    await runPhases(schedule(phases, [], request), {
      tools, grounds, firstOrder: 1,
      recorded: async ({ row, documents }) => {
        await evidence.add(row, documents)
        request.progress.step(row.id)
      },
      phaseOver: async () => {
        await evidence.flush()
        await pinned()
      },
    })
    await evidence.flush()
  } catch (defect) {
    await evidence.flush().catch(() => {})
    if (defect instanceof PinMoved) return await end('failed', defect.message)
    // A full disk breaks this write too; what broke first is what must be told.
    await end('failed').catch(() => {})
    throw defect
  } finally {
    request.progress.stop()
    await rows.close()
    await tools.oracle.close()
    await grounds.close()
  }
  return end(request.signal.aborted ? 'interrupted' : 'finished')
}

function toolsOf(request: RunRequest): TrialTools {
  const { catalogue, mode, clock, randomness, signal } = request
  const shared = { catalogue, mode, clock, randomness, signal, program: programReader() }
  return {
    ...shared,
    run: request.folder.id,
    backend: { id: request.backend.id, tier: request.ready.tier },
    oracle: createOracle(shared),
    originMs: clock.monotonicMs(),
    onStage: request.onStage ?? (() => {}),
  }
}

async function openingRecord(request: RunRequest, phases: readonly Phase[]): Promise<RunRecord> {
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
    startedAt: request.clock.now().toISOString(),
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

function pinsIn({ digests: { program, catalogue } }: RunRecord): Pins {
  return { program, catalogue }
}

async function closingRecord(
  request: RunRequest, started: RunRecord, ended: Pick<RunRecord, 'state' | 'failure'>,
  counts: { readonly recorded: number; readonly errors: number }, grounds: Pick<Grounds, 'environments' | 'snapshots'>,
): Promise<RunRecord> {
  const record: RunRecord = {
    ...started, ...ended,
    endedAt: request.clock.now().toISOString(),
    trials: { ...started.trials, ...counts },
    digests: { ...started.digests, environments: { ...grounds.environments() }, snapshots: { ...grounds.snapshots() } },
    drift: [...request.backend.notices?.() ?? []],
  }
  await writeRecord(request.folder, record)
  return record
}

function hasError(row: TrialRow): boolean {
  return row.outcome.state === 'error' || Object.values(row.verdicts).some((verdict) => verdict.verdict === 'error')
}
