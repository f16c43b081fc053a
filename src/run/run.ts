import { trace } from '../backends/trace.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Backend, Clock, Randomness, Readiness } from '../contract/index.ts'
import { openEvidence } from '../evidence/index.ts'
import type { Experiment } from '../experiments/index.ts'
import type { Asked, Mode, RunRecord } from '../schema/index.ts'
import { hasError } from '../schema/index.ts'
import type { Stage, TrialTools } from '../trial/index.ts'
import { createOracle, noteCall } from '../trial/index.ts'
import { setAside } from './aside.ts'
import type { RunFolder } from './folder.ts'
import { createGrounds } from './ground.ts'
import { runPhases } from './phases.ts'
import { compare, PinMoved } from './pins.ts'
import { programReader } from './programs.ts'
import type { Progress } from './progress.ts'
import { programDigest } from './provenance.ts'
import type { Counted } from './records.ts'
import { openRecord } from './records.ts'
import type { Resumption } from './resume.ts'
import { openRows } from './rows.ts'
import { schedule } from './schedule.ts'

/** Moments of a run, beside the stages of its trials, at which a test may let it die. */
export type Point = 'opened' | 'phase' | 'closing'

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
  readonly asked?: Partial<Asked>
  /** The command line, for the record. */
  readonly command: readonly string[]
  readonly clock: Clock
  readonly randomness: Randomness
  readonly signal: AbortSignal
  readonly progress: Progress
  /** Digest of the catalogue as it lies on disk now; null where it can't be read. Absent: it lies on no disk. */
  readonly catalogueNow?: () => Promise<string | null>
  /** What stands already; absent in a new run. Its record says mode, seed and concurrency again. */
  readonly resume?: Resumption
  readonly onStage?: (stage: Stage, trial: string) => void | Promise<void>
  readonly onPoint?: (point: Point) => void | Promise<void>
}

/**
 * Executes experiments: plan → record of what was asked → trials → record of how it ended. The report is made
 * afterwards, from what lies in the folder alone. With `resume`, what that keeps is not done again.
 */
export async function execute(request: RunRequest): Promise<RunRecord> {
  const { resume, onPoint = () => {} } = request
  const keep = resume?.keep ?? []
  const phases = request.experiments.flatMap((experiment) => experiment.plan(request.catalogue))
  const aside = resume === undefined ? [] : await setAside(request.folder, keep, resume.aside)
  const record = await openRecord(request, phases, aside.length)
  const added: Counted = { recorded: 0, errors: 0 }
  const grounds = createGrounds(trace(request.backend, request.clock, noteCall), request.catalogue, { known: record.now.digests, found: record.found })
  const tools = toolsOf(request, Math.max(0, ...keep.map((row) => row.endedMs)))
  const rows = await openRows(request.folder.rows)
  const evidence = await openEvidence(request.folder.id, request.folder.dir, async (recorded) => {
    await rows.append(...recorded)
    added.recorded += recorded.length
    added.errors += recorded.filter(hasError).length
  }, request.randomness)
  const end = (state: RunRecord['state'], failure: string | null = null): Promise<RunRecord> => record.close({ state, failure }, added, request.backend.notices?.() ?? [])
  const pinned = async (): Promise<void> => {
    const { program, catalogue } = record.now.digests
    compare({ program, catalogue }, { program: await programDigest(), catalogue: request.catalogueNow === undefined ? catalogue : await request.catalogueNow() ?? 'gone' })
    await grounds.check()
  }
  request.progress.start(record.now.trials.planned, keep.length)
  try {
    await onPoint('opened')
    await pinned()
    await runPhases(schedule(phases, keep, request), {
      tools, grounds, firstOrder: 1 + Math.max(0, ...[...keep, ...aside].map((row) => row.order)),
      recorded: async ({ row, documents }) => {
        await evidence.add(row, documents)
        request.progress.step(row.id)
      },
      phaseOver: async () => {
        await evidence.flush()
        await pinned()
      },
      phaseEnded: () => onPoint('phase'),
    })
    await evidence.flush()
    await onPoint('closing')
  } catch (defect) {
    await evidence.flush().catch(() => {})
    if (defect instanceof PinMoved) return await end('failed', defect.message)
    // A full disk breaks this write too; what broke first is what must be told.
    await end('failed').catch(() => {})
    throw defect
  } finally {
    request.progress.stop()
    // What the disk would not take is told by the write that failed.
    await rows.close().catch(() => {})
    await tools.oracle.close()
    await grounds.close()
  }
  return end(request.signal.aborted ? 'interrupted' : 'finished')
}

/**
 * What the trials of a run share. Times go on from `beforeMs`, the last of those recorded, so that a pause between two
 * sittings is no time of the run.
 */
export function toolsOf(request: Pick<RunRequest, 'catalogue' | 'mode' | 'clock' | 'randomness' | 'signal' | 'folder' | 'backend' | 'ready' | 'onStage'>, beforeMs = 0): TrialTools {
  const { catalogue, mode, clock, randomness, signal } = request
  const shared = { catalogue, mode, clock, randomness, signal, program: programReader() }
  return {
    ...shared,
    run: request.folder.id,
    backend: { id: request.backend.id, tier: request.ready.tier },
    oracle: createOracle(shared),
    originMs: clock.monotonicMs() - beforeMs,
    onStage: request.onStage ?? (() => {}),
  }
}
