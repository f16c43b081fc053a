import { createNamespacesBackend } from '../../src/backends/namespaces/index.ts'
import type { Catalogue } from '../../src/catalogue/index.ts'
import { loadCatalogue, projectRoot } from '../../src/catalogue/index.ts'
import type { Backend, Snapshot } from '../../src/contract/index.ts'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import { programReader } from '../../src/run/programs.ts'
import type { Agent, Environment, Limits, TrialPlan, TrialRow } from '../../src/schema/index.ts'
import type { TrialTools } from '../../src/trial/index.ts'
import { createOracle, LAYOUT, runTrial, taskFiles } from '../../src/trial/index.ts'
import { agentOf, planOf } from './catalogue.ts'

export interface Real {
  readonly backend: Backend
  readonly start: Snapshot
  /** One trial of a script on the published task, graded by the given verifiers. */
  act(script: string, over?: { readonly agent?: Partial<Agent>; readonly plan?: Partial<TrialPlan>; readonly at?: TrialTools['onStage'] }): Promise<TrialRow>
  close(): Promise<void>
}

/** The published task on real forks, with limits short enough for tests. */
export async function realForks(verifiers: readonly string[], limits: Partial<Limits> = {}): Promise<Real> {
  const loaded = await loadCatalogue({ dirs: [projectRoot()] })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const task = loaded.catalogue.tasks.get('calculator')!
  const known = loaded.catalogue.environments.get(task.environment)!
  const environment: Environment = { ...known, limits: { ...known.limits, ...limits } }
  const backend = createNamespacesBackend()
  const start = await backend.prepare(environment, taskFiles(task), LAYOUT)
  const agents = new Map(loaded.catalogue.agents)
  const catalogue: Catalogue = { ...loaded.catalogue, agents, environments: new Map([[environment.id, environment]]) }
  const shared = { catalogue, mode: 'faithful' as const, clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal, program: programReader() }
  const oracle = createOracle(shared)
  const tools: TrialTools = { ...shared, oracle, run: 'real', backend: { id: backend.id, tier: 'test' }, originMs: systemClock.monotonicMs(), onStage: () => {} }
  let count = 0
  return {
    backend, start,
    act(script, { agent = {}, plan = {}, at = () => {} } = {}) {
      const id = `scripted-${++count}`
      agents.set(id, agentOf(id, script, { label: 'weak', conduct: 'weak', artifactCorrect: false, ...agent }))
      return runTrial(planOf(id, { id: `t.${id}`, task: task.id, verifiers: [...verifiers], ...plan }), { phase: 'p', concurrency: 1, order: 1 }, async () => ({ start, pristine: start }), { ...tools, onStage: at })
    },
    async close() {
      await oracle.close()
      await start.discard()
      await backend.close()
    },
  }
}
