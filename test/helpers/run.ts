import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backend } from '../../src/contract/index.ts'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import type { Experiment } from '../../src/experiments/index.ts'
import { execute, folderOf, silent } from '../../src/run/index.ts'
import type { RunRequest } from '../../src/run/index.ts'
import type { Phase, RunRecord, TrialRow } from '../../src/schema/index.ts'
import { catalogueOf } from './catalogue.ts'

export function experimentOf(...phases: readonly Phase[]): Experiment {
  return { id: 't', title: 'Test', question: 'Does it run?', plan: () => phases, analyse: () => ({ findings: [], controls: [], tables: [] }) }
}

export interface Ran { readonly record: RunRecord; readonly rows: readonly TrialRow[] }

/** Executes a plan on a double, in a folder of its own that is gone when this returns; `look` sees it before. */
export async function runOn(backend: Backend, phases: readonly Phase[], { look, ...over }: Partial<RunRequest> & { readonly look?: (dir: string) => Promise<void> } = {}): Promise<Ran> {
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-run-'))
  const ready = await backend.readiness()
  if (!ready.ready) throw new Error('a double is always ready')
  try {
    const record = await execute({
      folder: folderOf(dir), experiments: [experimentOf(...phases)], catalogue: catalogueOf(), backend, ready, mode: 'faithful', seed: 1, concurrency: 2,
      command: ['run', 't'], clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal, progress: silent, ...over,
    })
    await look?.(dir)
    return { record, rows: await rowsIn(dir) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function rowsIn(dir: string): Promise<readonly TrialRow[]> {
  const lines = (await readFile(join(dir, 'trials.jsonl'), 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as TrialRow)
}
