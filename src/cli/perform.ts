import { join, resolve } from 'node:path'
import type { Catalogue } from '../catalogue/index.ts'
import { catalogueDigest } from '../catalogue/index.ts'
import { systemClock, systemRandomness } from '../contract/index.ts'
import type { Experiment } from '../experiments/index.ts'
import type { RunFolder } from '../run/index.ts'
import { catalogueNames, duplicates, makeFolder, newRunId } from '../run/index.ts'
import { subjectOf } from '../trial/index.ts'
import type { Io } from './io.ts'
import { EXIT, shownPath, Stop } from './io.ts'
import { catalogueDirs, openCatalogue } from './open.ts'
import type { RunOptions } from './options.ts'
import { sit } from './sit.ts'

/** Runs experiments and presents what came of them: catalogue → backend → folder → trials → report. Gives the exit code. */
export async function perform(io: Io, experiments: readonly Experiment[], options: RunOptions): Promise<number> {
  const catalogue = await openCatalogue(io, options.catalogue)
  checkPlans(experiments, catalogue)
  return sit(io, options, async () => {
    const folder = await openFolder(io, options.out)
    const asked = { ...askedOf(options), catalogues: catalogueNames(folder, options.catalogue.map((dir) => resolve(io.cwd, dir))) }
    const catalogueNow = () => catalogueDigest(catalogueDirs(io, options.catalogue))
    return { folder, prepare: async () => ({ experiments, catalogue, catalogueNow, mode: options.mode, seed: options.seed, concurrency: options.concurrency, asked, command: io.argv }) }
  })
}

/** What of the options only going on with a run needs to know again. */
export function askedOf({ root, tier, maxErrors }: Pick<RunOptions, 'root' | 'tier' | 'maxErrors'>): { root: 'built' | 'host' | null; tier: string | null; maxErrors: number } {
  return { root: root ?? null, tier: tier ?? null, maxErrors }
}

/** The folder of a new run, where it was asked for or below runs/. */
export async function openFolder(io: Io, out: string | undefined): Promise<RunFolder> {
  const where = { runs: join(io.cwd, 'runs'), out: out === undefined ? null : resolve(io.cwd, out) }
  const folder = await makeFolder(where, newRunId(systemClock, systemRandomness), systemRandomness)
  if ('because' in folder) throw new Stop(folder.machine ? EXIT.infrastructure : EXIT.askedWrongly, folder.because)
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
