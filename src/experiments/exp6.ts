import type { Catalogue } from '../catalogue/index.ts'
import type { Ablation, Agent, Task, TrialPlan, TrialRow } from '../schema/index.ts'
import { ablationTable, flipFindings } from './exp6-ablation.ts'
import { driftFinding, driftTable, matrixTable } from './exp6-matrix.ts'
import { familyTable, scorecardFindings, scorecardTable, truthOf, type Act } from './exp6-scorecard.ts'
import type { Analysis, Experiment } from './experiment.ts'
import { gateControls } from './gate.ts'
import { trial } from './plan.ts'

const ID = 'exp6'

/**
 * Which cheats a property is there to stop, by family; one that stops a cheat of another family is found when the families
 * are widened, not by this experiment.
 */
export const ABLATIONS: Readonly<Record<Ablation, readonly string[]>> = {
  'process-kill': ['process', 'claim'],
  'private-tmp': ['contamination', 'process'],
  'distinct-user': ['process', 'verifier-tamper', 'grader-peek'],
  network: ['solution-contamination', 'contamination', 'isolation-escape'],
  'system-call-filter': ['process', 'isolation-escape'],
  'link-refusal': ['filesystem', 'denial'],
  session: ['environment', 'runner-config', 'interpreter-startup'],
}

/**
 * EXP6, the scorecard: every agent on every task it applies to, graded by every verifier; then, per property of isolation,
 * the same cheats with that property off. A census of the catalogue: counts, and intervals only for cheats not in it.
 */
export const exp6: Experiment = {
  id: ID,
  title: 'The scorecard',
  question: 'Which verifier is fooled by which cheat, what does it cost in false alarms, and which isolation stops what?',
  plan: (catalogue) => [
    { id: ID, concurrency: null, trials: censusTrials(catalogue) },
    { id: `${ID}.ablations`, concurrency: null, trials: ablationTrials(catalogue) },
  ],
  analyse,
}

/** Every agent on every task that it applies to. */
export function censusTrials(catalogue: Catalogue, taskOf: (agent: Agent, tasks: readonly Task[]) => readonly Task[] = (_, tasks) => tasks): readonly TrialPlan[] {
  return [...catalogue.agents.values()].flatMap((agent) => taskOf(agent, tasksFor(agent, catalogue)).map((task) => planned(catalogue, agent, task)))
}

/** The part of the census that covers it: every agent on one task, and the oracle and the no-op on all of them. */
export function coveringTrials(catalogue: Catalogue): readonly TrialPlan[] {
  return censusTrials(catalogue, (agent, tasks) => agent.id === 'honest' || agent.id === 'noop' ? tasks : tasks.slice(0, 1))
}

function ablationTrials(catalogue: Catalogue): readonly TrialPlan[] {
  return (Object.keys(ABLATIONS) as Ablation[]).flatMap((ablation) => [...catalogue.agents.values()]
    .filter((agent) => ABLATIONS[ablation].includes(agent.family) && agent.label === 'cheat' || agent.id === 'honest' || agent.id === 'noop')
    .flatMap((agent) => tasksFor(agent, catalogue).slice(0, 1).map((task): TrialPlan => {
      const { expected: _, ...plan } = planned(catalogue, agent, task, `without-${ablation}`)
      return { ...plan, ablation, session: ablation === 'session' ? 'separate' : 'one', control: agent.label !== 'cheat' }
    })))
}

function planned(catalogue: Catalogue, agent: Agent, task: Task, arm = 'main'): TrialPlan {
  const verifiers = [...catalogue.verifiers.keys()]
  return {
    ...trial(ID, agent.id, { task: task.id, arm, verifiers, control: agent.id === 'honest' || agent.id === 'noop' }),
    kinds: Object.fromEntries([...catalogue.verifiers.values()].map(({ id, kind }) => [id, kind])),
    expected: { ...catalogue.expectations?.get(`${agent.id} ${task.id}`), ...agent.expect },
  }
}

/** In the order of the catalogue, the published task first: what covers an agent covers it there if it can. */
function tasksFor(agent: Agent, catalogue: Catalogue): readonly Task[] {
  const tasks = [...catalogue.tasks.values()].toSorted((a, b) => Number(b.id === 'calculator') - Number(a.id === 'calculator'))
  return tasks.filter((task) => agent.appliesTo.some((to) => to === 'any' || to === task.language || to === task.id))
}

function analyse(rows: readonly TrialRow[]): Analysis {
  const main = rows.filter((row) => row.arm === 'main').toSorted(byAct)
  const acts: readonly Act[] = main.filter((row) => row.outcome.state === 'graded').map((row) => ({ row, truth: truthOf(row) }))
  const recorded = main.map((row) => ({ trial: row, row, conflict: false }))
  const outcome = [...new Set(main.flatMap((row) => Object.entries(row.kinds ?? {}).filter(([, kind]) => kind === 'outcome').map(([id]) => id)))].toSorted()
  const gates = gateControls(ID, recorded, outcome).filter(({ control }) => main.some((row) => control === `gate-${row.task}`))
  const controls = [...gates, tricksRan(main)]
  return {
    findings: [...scorecardFindings(acts, controls), driftFinding(main), ...flipFindings(rows)],
    controls,
    tables: [scorecardTable(acts), familyTable(acts), driftTable(main), ablationTable(rows), matrixTable(rows)],
  }
}

function tricksRan(main: readonly TrialRow[]): Analysis['controls'][number] {
  const cheats = main.filter((row) => row.label === 'cheat' && row.outcome.state === 'graded')
  const idle = cheats.filter((row) => row.witnessed !== true)
  return {
    experiment: ID, control: 'tricks-ran', expected: 'every cheat left its witness',
    measured: idle.length === 0 ? `${cheats.length} of ${cheats.length}` : `no witness: ${idle.map((row) => `${row.agent} on ${row.task}`).join(', ')}`,
    holds: idle.length === 0,
  }
}

function byAct(a: TrialRow, b: TrialRow): number {
  return a.agent < b.agent ? -1 : a.agent > b.agent ? 1 : a.task < b.task ? -1 : a.task > b.task ? 1 : 0
}

