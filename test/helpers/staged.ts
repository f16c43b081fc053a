import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNamespacesBackend } from '../../src/backends/namespaces/index.ts'
import type { Catalogue } from '../../src/catalogue/index.ts'
import { loadCatalogue, problemText, projectRoot } from '../../src/catalogue/index.ts'
import type { Backend, Fork, Randomness } from '../../src/contract/index.ts'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import { execute, folderOf, silent } from '../../src/run/index.ts'
import type { TrialPlan, TrialRow } from '../../src/schema/index.ts'
import { policyFor, taskFiles } from '../../src/trial/index.ts'
import type { Staged } from '../../src/trial/staging.ts'
import { stage } from '../../src/trial/staging.ts'
import { agentOf, planOf } from './catalogue.ts'
import { experimentOf } from './run.ts'

/**
 * Part of the project's own catalogue: the published task, every environment, and the agents and verifiers that are named.
 * A copy of those alone, since a module is loaded for every verifier.
 */
export async function shippedCatalogue({ agents = [], verifiers = [] }: { readonly agents?: readonly string[]; readonly verifiers?: readonly string[] } = {}): Promise<Catalogue> {
  const place = await mkdtemp(join(tmpdir(), 'polygraph-part-'))
  try {
    const folders = ['environments', 'tasks/calculator', ...agents.map((id) => `agents/${id}`), ...verifiers.map((id) => `verifiers/${id}`)]
    for (const folder of folders) await cp(join(projectRoot(), folder), join(place, folder), { recursive: true })
    const loaded = await loadCatalogue({ dirs: [place] })
    if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'))
    // An environment's lock files are read when it is built, long after the copy is gone.
    const environments = new Map([...loaded.catalogue.environments].map(([id, each]) => [id, { ...each, dir: join(projectRoot(), 'environments', id) }]))
    return { ...loaded.catalogue, environments }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Runs planned trials as a run does, on real forks, and gives their rows by trial id. */
export async function runReal(catalogue: Catalogue, trials: readonly TrialPlan[]): Promise<ReadonlyMap<string, TrialRow>> {
  const backend = createNamespacesBackend()
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-staged-'))
  try {
    const ready = await backend.readiness()
    if (!ready.ready) throw new Error(ready.because)
    await execute({
      folder: folderOf(dir), experiments: [experimentOf({ id: 't', concurrency: null, trials })], catalogue, backend, ready, mode: 'faithful', seed: 1, concurrency: 2,
      command: [], clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal, progress: silent,
    })
    const lines = (await readFile(join(dir, 'trials.jsonl'), 'utf8')).split('\n').filter((line) => line !== '')
    return new Map(lines.map((line) => JSON.parse(line) as TrialRow).map((row) => [row.id, row]))
  } finally {
    await backend.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** One staged fork of the published task, to be looked at from inside. */
export interface StagedFork {
  readonly fork: Fork
  readonly staged: Staged
  /** What a command prints, errors included. */
  sh(script: string, user?: 'agent' | 'verifier' | 'root'): Promise<string>
}

export async function stageOn(backend: Backend, catalogue: Catalogue, over: Partial<TrialPlan>, randomness: Randomness = systemRandomness): Promise<StagedFork> {
  const [plan, agent] = [planOf('nobody', { task: 'calculator', ...over }), agentOf('nobody', ':')]
  const task = catalogue.tasks.get(plan.task)!
  const environment = catalogue.environments.get(plan.environment ?? task.environment)!
  const policy = policyFor(plan, agent)
  const start = await backend.prepare(environment, taskFiles(task, { workspace: policy.workspace!, home: policy.home! }), policy)
  const fork = await start.fork()
  const staged = await stage(fork, { plan, agent, task }, randomness)
  return {
    fork, staged,
    async sh(script, user = 'agent') {
      const { stdout, stderr } = await fork.exec({ argv: ['/bin/bash', '-c', script], user, cwd: fork.policy.workspace, env: { PATH: '/usr/bin:/bin', HOME: fork.policy.home, ...staged.env }, wallSeconds: 30 })
      return Buffer.concat([stdout, stderr]).toString('utf8').trimEnd()
    },
  }
}
