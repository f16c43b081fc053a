import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Backend } from '../../src/contract/index.ts'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import type { Experiment } from '../../src/experiments/index.ts'
import { execute, folderOf, readRecord, reopen, silent } from '../../src/run/index.ts'
import type { Reopened, RunRequest } from '../../src/run/index.ts'
import type { Phase, RunRecord, TrialRow } from '../../src/schema/index.ts'
import { SupersededRow } from '../../src/schema/index.ts'
import { catalogueOf } from './catalogue.ts'

export function experimentOf(...phases: readonly Phase[]): Experiment {
  return { id: 't', title: 'Test', question: 'Does it run?', plan: () => phases, analyse: () => ({ findings: [], controls: [], tables: [] }) }
}

export interface Ran { readonly record: RunRecord; readonly rows: readonly TrialRow[] }

/** Executes a plan on a double, in a folder of its own that is gone when this returns; `look` sees it before. */
export async function runOn(backend: Backend, phases: readonly Phase[], { look, ...over }: Partial<RunRequest> & { readonly look?: (dir: string) => Promise<void> } = {}): Promise<Ran> {
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-run-'))
  try {
    const ran = await executeIn(dir, backend, phases, over)
    await look?.(dir)
    return ran
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Executes a plan on a double, in a folder that stays. */
export async function executeIn(dir: string, backend: Backend, phases: readonly Phase[], over: Partial<RunRequest> = {}): Promise<Ran> {
  const ready = await backend.readiness()
  if (!ready.ready) throw new Error('a double is always ready')
  const record = await execute({
    folder: folderOf(dir), experiments: [experimentOf(...phases)], catalogue: catalogueOf(), backend, ready, mode: 'faithful', seed: 1, concurrency: 2,
    command: ['run', 't'], clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal, progress: silent, ...over,
  })
  return { record, rows: await rowsIn(dir) }
}

/** Goes on with what lies in a folder, as `polygraph run --resume` does. */
export async function resumeIn(dir: string, backend: Backend, phases: readonly Phase[], { retryErrors = false, ...over }: Partial<RunRequest> & { readonly retryErrors?: boolean } = {}): Promise<Ran & { readonly reopened: Reopened }> {
  const folder = folderOf(dir)
  const record = await readRecord(folder)
  if ('because' in record) throw new Error(record.because)
  const catalogue = over.catalogue ?? catalogueOf()
  const reopened = await reopen(folder, record, { experiments: [experimentOf(...phases)], catalogue, retryErrors, clock: over.clock ?? systemClock })
  if ('because' in reopened) throw new Error(reopened.because)
  return { ...await executeIn(dir, backend, phases, { resume: reopened, concurrency: record.concurrency, ...over }), reopened }
}

/** What of rows is the same in every run of the same plan: all but times, the order in which they started, markers, and the digest of evidence that holds them. */
export function withoutTimes(rows: readonly TrialRow[]): readonly object[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ order: _order, run: _run, startedMs: _started, endedMs: _ended, times: _times, usage: _usage, evidence: _evidence, verdicts, claim, digests, changed, laid, ...rest }) => ({
    // A double has its forks in folders with names of their own; markers of what was laid are drawn anew, and lie in the state.
    ...rest, changed: changed.paths.map((path) => basename(path)), laid: laid.map(({ source }) => source),
    claim: laid.reduce((words, { source, canary }) => words?.replaceAll(canary, source) ?? null, claim?.words ?? null),
    digests: { ...digests, output: null, ...(laid.length === 0 ? {} : { outputNormalised: null, tree: null }) },
    verdicts: Object.fromEntries(Object.entries(verdicts).map(([id, { verdict, reason }]) => [id, `${verdict} ${reason}`])),
  }))
}

export async function rowsIn(dir: string): Promise<readonly TrialRow[]> {
  const lines = (await readFile(join(dir, 'trials.jsonl'), 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as TrialRow)
}

/** The rows that a run set aside. */
export async function supersededIn(dir: string): Promise<readonly SupersededRow[]> {
  const text = await readFile(join(dir, 'superseded.jsonl'), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '').map((line) => SupersededRow.parse(JSON.parse(line)))
}
