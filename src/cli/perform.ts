import { join, resolve } from 'node:path'
import type { Catalogue } from '../catalogue/index.ts'
import { catalogueDigest } from '../catalogue/index.ts'
import { systemClock, systemRandomness } from '../contract/index.ts'
import type { Experiment } from '../experiments/index.ts'
import type { RunRecord } from '../schema/index.ts'
import { duplicates, execute, makeFolder, newRunId, progressOn, silent, watchInterrupts } from '../run/index.ts'
import type { RunFolder } from '../run/index.ts'
import { subjectOf } from '../trial/index.ts'
import type { Io } from './io.ts'
import { EXIT, shownPath, Stop } from './io.ts'
import { catalogueDirs, openBackend, openCatalogue, whenReady } from './open.ts'
import type { RunOptions } from './options.ts'
import { present } from './present.ts'
import { openSealer } from './seal.ts'

/** Runs experiments and presents what came of them: catalogue → backend → folder → trials → report. Gives the exit code. */
export async function perform(io: Io, experiments: readonly Experiment[], options: RunOptions): Promise<number> {
  const catalogue = await openCatalogue(io, options.catalogue)
  checkPlans(experiments, catalogue)
  const backend = await openBackend(io, options)
  const interrupts = watchInterrupts(systemClock, io.err)
  try {
    const ready = await whenReady(backend)
    const folder = await openFolder(io, options.out)
    const seal = await openSealer(io, folder, options)
    const record = await execute({
      folder, catalogueNow: () => catalogueDigest(catalogueDirs(io, options.catalogue)), experiments, catalogue, backend, ready,
      mode: options.mode, seed: options.seed, concurrency: options.concurrency, command: io.argv,
      clock: systemClock, randomness: systemRandomness, signal: interrupts.signal,
      progress: options.json ? silent : progressOn(io.errStream),
    })
    if (record.failure !== null) io.err(record.failure)
    const code = await present(io, folder, { json: options.json, seal })
    return interrupts.exitCode() ?? codeOf(record, code)
  } finally {
    await backend.close()
    interrupts.restore()
  }
}

/** The folder of a new run, where it was asked for or below runs/. */
export async function openFolder(io: Io, out: string | undefined): Promise<RunFolder> {
  const where = { runs: join(io.cwd, 'runs'), out: out === undefined ? null : resolve(io.cwd, out) }
  const folder = await makeFolder(where, newRunId(systemClock, systemRandomness), systemRandomness)
  if ('because' in folder) throw new Stop(EXIT.askedWrongly, folder.because)
  io.err(`Run ${folder.id} writes to ${shownPath(io, folder.dir)}`)
  return folder
}

/** A plan may name what the catalogue lacks, or one id twice; that is told before anything starts. */
function checkPlans(experiments: readonly Experiment[], catalogue: Catalogue): void {
  const phases = experiments.flatMap((experiment) => experiment.plan(catalogue))
  const twice = duplicates(phases)
  if (twice.length > 0) throw new Stop(EXIT.askedWrongly, `a trial id is planned twice: ${twice.join(', ')}`)
  try {
    for (const phase of phases) for (const trial of phase.trials) subjectOf(trial, catalogue)
  } catch (thrown) {
    throw new Stop(EXIT.askedWrongly, `the plan can't be run: ${(thrown as Error).message}`)
  }
}

/** A run in which nothing but errors was recorded says something about the machine alone, and so does one whose ground moved. */
function codeOf({ trials, failure }: RunRecord, code: number): number {
  if (failure !== null) return EXIT.infrastructure
  return trials.recorded > 0 && trials.errors === trials.recorded ? EXIT.infrastructure : code
}
