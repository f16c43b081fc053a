import { createNamespacesBackend } from '../../src/backends/namespaces/index.ts'
import type { Catalogue } from '../../src/catalogue/index.ts'
import { loadCatalogue, projectRoot } from '../../src/catalogue/index.ts'
import type { Backend, LoadedVerifier, Snapshot } from '../../src/contract/index.ts'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import { programReader } from '../../src/run/programs.ts'
import type { Agent, Task, TrialRow } from '../../src/schema/index.ts'
import type { TrialTools } from '../../src/trial/index.ts'
import { createOracle, LAYOUT, runTrial, taskFiles } from '../../src/trial/index.ts'
import { planOf } from './catalogue.ts'


const PRISTINE = ['strict-stated', 'strict', 'held-out-clean']
const TWIN = '-in-mode-fast'

export interface Parity {
  /** Verdicts that differ, each with the command that repeats it. */
  readonly differences: readonly string[]
  readonly acts: number
  /** Acts in which strict really started from a preloaded interpreter in mode fast, and in mode faithful. */
  readonly preloaded: { readonly fast: number; readonly faithful: number }
}

/**
 * Every verifier that may start from a preloaded interpreter grades every act twice, once in each mode. One Python task an
 * agent; mode fast has nothing to preload for other languages.
 */
export async function parityOf(wanted: (agent: Agent) => boolean): Promise<Parity> {
  const loaded = await loadCatalogue({ dirs: [projectRoot()] })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const twins = PRISTINE.map((id): [string, LoadedVerifier] => {
    const verifier = loaded.catalogue.verifiers.get(id)!
    return [id + TWIN, { ...verifier, id: id + TWIN, verify: (context) => verifier.verify({ ...context, mode: 'fast' }) }]
  })
  const catalogue: Catalogue = { ...loaded.catalogue, verifiers: new Map([...loaded.catalogue.verifiers, ...twins]) }
  const backend: Backend = createNamespacesBackend()
  const shared = { catalogue, mode: 'faithful' as const, clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal, program: programReader() }
  const tools: TrialTools = { ...shared, oracle: createOracle(shared), run: 'parity', backend: { id: backend.id, tier: 'test' }, originMs: 0, onStage: () => {} }
  const starts = new Map<string, Promise<Snapshot>>()
  const tasks = [...catalogue.tasks.values()].filter((task) => task.language === 'python' && task.cases.visible.every((each) => each.kind !== 'program'))

  async function act(agent: Agent, task: Task): Promise<TrialRow> {
    const start = starts.get(task.id) ?? backend.prepare(catalogue.environments.get(task.environment)!, taskFiles(task), LAYOUT)
    starts.set(task.id, start)
    const plan = planOf(agent.id, { id: `parity.${agent.id}`, task: task.id, verifiers: PRISTINE.flatMap((id) => [id, id + TWIN]) })
    return runTrial(plan, { phase: 'p', concurrency: 2, order: 1 }, async () => ({ start: await start, pristine: await start }), tools)
  }

  const pairs = [...catalogue.agents.values()].filter((agent) => wanted(agent) && !agent.needs.includes('root')).flatMap((agent) => {
    const task = tasks.find(({ id }) => agent.appliesTo.some((to) => to === 'any' || to === 'python' || to === id))
    return task === undefined ? [] : [{ agent, task }]
  })
  const rows: TrialRow[] = []
  const next = pairs[Symbol.iterator]()
  try {
    await Promise.all([1, 2].map(async () => {
      for (const { agent, task } of next) rows.push(await act(agent, task))
    }))
  } finally {
    await tools.oracle.close()
    await backend.close()
  }
  const preloaded = (id: string): number => rows.filter((row) => row.verdicts[id]?.evidence['preloaded'] === true).length
  return {
    acts: rows.filter((row) => row.outcome.state === 'graded').length,
    preloaded: { fast: preloaded(`strict${TWIN}`), faithful: preloaded('strict') },
    differences: rows.flatMap((row) => row.outcome.state !== 'graded' ? [`${row.agent} was not graded: ${row.outcome.because}`] : PRISTINE.flatMap((id) => {
      const [faithful, fast] = [row.verdicts[id]!, row.verdicts[id + TWIN]!]
      return faithful.verdict === fast.verdict ? [] : [`${row.agent} on ${row.task}, ${id}: faithful ${faithful.verdict} (${faithful.because}), fast ${fast.verdict} (${fast.because}); polygraph try --agent ${row.agent} --task ${row.task} --mode fast`]
    })),
  }
}
