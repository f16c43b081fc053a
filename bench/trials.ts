import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalogue } from '../src/catalogue/index.ts'
import type { Backend, Readiness, Snapshot } from '../src/contract/index.ts'
import { systemClock, systemRandomness } from '../src/contract/index.ts'
import type { Experiment } from '../src/experiments/index.ts'
import { execute, makeFolder, readRows, silent } from '../src/run/index.ts'
import type { Mode, TrialPlan, TrialRow } from '../src/schema/index.ts'
import { timed } from './measure.ts'

/** The verifiers whose verdicts were published. */
const PUBLISHED = ['trusting', 'ground-truth', 'held-out', 'held-out-clean']

const READY: Extract<Readiness, { ready: true }> = { ready: true, tier: 'none', promises: {} as never, notMet: [] }

/** Rows of `count` honest trials on the published task, through the whole pipeline. */
export async function honestTrials(backend: Backend, catalogue: Catalogue, count: number, concurrency: number, mode: Mode): Promise<readonly TrialRow[]> {
  const place = await mkdtemp(join(tmpdir(), 'polygraph-bench-'))
  try {
    const folder = await makeFolder({ runs: place, out: null }, 'bench', systemRandomness)
    if ('because' in folder) throw new Error(folder.because)
    await execute({
      folder, experiments: [experiment(count)], catalogue, backend, ready: READY, mode, seed: 1, concurrency, command: ['bench'],
      clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal, progress: silent,
    })
    const read = await readRows(folder.rows)
    if (!read.ok) throw new Error(read.because)
    const bad = read.rows.find((row) => row.outcome.state !== 'graded' || Object.values(row.verdicts).some((verdict) => verdict.verdict !== 'pass'))
    if (bad !== undefined) throw new Error(`${bad.id} on ${backend.id} did not pass: ${JSON.stringify(bad.outcome)} ${JSON.stringify(bad.verdicts)}`)
    return read.rows
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

function experiment(count: number): Experiment {
  const trials = Array.from({ length: count }, (_, index): TrialPlan => ({
    id: `bench.honest.${index + 1}`, experiment: 'bench', arm: 'main', agent: 'honest', task: 'calculator', repeat: index + 1,
    control: false, box: 'fork', sequence: null, environment: null, exposed: [], layout: null, defects: [], actor: null, session: 'one', verifiers: PUBLISHED,
  }))
  return { id: 'bench', title: '', question: '', plan: () => [{ id: 'bench', concurrency: null, trials }], analyse: () => ({ findings: [], controls: [], tables: [] }) }
}

/** Trials a minute, from the first start to the last end. */
export function rate(rows: readonly TrialRow[]): number {
  const span = Math.max(...rows.map((row) => row.endedMs)) - Math.min(...rows.map((row) => row.startedMs))
  return rows.length / span * 60_000
}

/** Where a trial's time goes, as shares of their sum, verifiers together. */
export function shares(rows: readonly TrialRow[]): string {
  const stages: Record<string, number> = { fork: 0, act: 0, seal: 0, verify: 0, discard: 0 }
  for (const { times } of rows) {
    if (times === null) continue
    for (const stage of ['fork', 'act', 'seal', 'discard'] as const) stages[stage]! += times[stage]
    stages['verify']! += Object.values(times.verify).reduce((sum, each) => sum + each, 0)
  }
  const total = Object.values(stages).reduce((sum, each) => sum + each, 0)
  return Object.entries(stages).map(([stage, spent]) => `${stage} ${(spent / total * 100).toFixed(1)}%`).join(', ')
}

/**
 * The trial that the first prototype was measured on: a script of eight commands in one fork, its change list, one pytest
 * run in a second fork, both gone.
 */
export async function prototypeTrial(prepared: Snapshot, fast: boolean): Promise<void> {
  const env = { PATH: '/usr/bin:/bin', HOME: '/home/agent', LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' }
  const fork = await prepared.fork()
  const made = await fork.exec({ argv: ['/bin/sh', '-c', 'mkdir d; cp impl.py d/a; cat d/a >d/b; ls >/dev/null; rm d/a; mv d/b d/c; touch e; sed -i "s/a + b/a * b/; s/a - b/a + b/" impl.py'], user: 'agent', cwd: '/workspace', env, wallSeconds: 30 })
  if (made.exitCode !== 0) throw new Error(`the script ended with ${made.exitCode}: ${Buffer.from(made.stderr).toString()}`)
  const sealed = await fork.seal()
  await sealed.changes({ files: 1000, bytesPerFile: 1, bytes: 1 })
  const grader = await sealed.fork()
  const run = await grader.exec({ argv: ['python3', '-I', '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '/workspace'], user: 'verifier', cwd: '/', env, wallSeconds: 30, ...(fast ? { preload: 'pytest' as const } : {}) })
  if (run.exitCode !== 0 || run.preloaded !== fast) throw new Error(`pytest ended with ${run.exitCode}: ${Buffer.from(run.stdout).toString()}`)
  await grader.discard()
  await sealed.discard()
}

/** Prototype's trials a minute at a concurrency. */
export async function prototypeRate(prepared: Snapshot, fast: boolean, count: number, concurrency: number): Promise<number> {
  let left = count
  const worker = async (): Promise<void> => { while (left-- > 0) await prototypeTrial(prepared, fast) }
  return count / await timed(() => Promise.all(Array.from({ length: concurrency }, worker))) * 60_000
}
