import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNamespacesBackend } from '../../src/backends/namespaces/index.ts'
import type { Catalogue } from '../../src/catalogue/index.ts'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import type { Experiment } from '../../src/experiments/index.ts'
import { execute, folderOf, readRows, silent } from '../../src/run/index.ts'
import type { Mode, TrialRow } from '../../src/schema/index.ts'

/** Runs an experiment on real forks as the command does, and gives its rows. Nothing of it is left behind. */
export async function executed(experiment: Experiment, catalogue: Catalogue, { mode, concurrency }: { mode: Mode; concurrency: number }): Promise<readonly TrialRow[]> {
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-executed-'))
  const backend = createNamespacesBackend()
  try {
    const ready = await backend.readiness()
    if (!ready.ready) throw new Error(`no forks here: ${ready.because}`)
    const folder = folderOf(dir)
    await execute({
      folder, experiments: [experiment], catalogue, backend, ready, mode, seed: 1, concurrency, command: ['test'],
      clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal, progress: silent,
    })
    const read = await readRows(folder.rows)
    if (!read.ok) throw new Error(read.because)
    return read.rows
  } finally {
    await backend.close()
    await rm(dir, { recursive: true, force: true })
  }
}
