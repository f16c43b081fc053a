import type { Catalogue } from '../catalogue/index.ts'
import type { Ablation, Agent, Phase, Task, TrialPlan, RowFacts } from '../schema/index.ts'
import { ablated, ablationTable, armControls, flipFindings, flipTable, sidesOf } from './exp6-ablation.ts'
import { censusOf, verifiersOf } from './exp6-acts.ts'
import { censusControls, scorecardFindings } from './exp6-findings.ts'
import { driftFinding, driftTable, matrixTable } from './exp6-matrix.ts'
import { agentTable, familyTable, scorecardTable } from './exp6-tables.ts'
import type { Analysis, Experiment } from './experiment.ts'
import { gateControls } from './gate.ts'
import { trial } from './plan.ts'

const ID = 'exp6'

/** The oracle and the no-op, which stand on every task and in every arm. */
const CONTROLS: ReadonlySet<string> = new Set(['honest', 'noop'])

/**
 * Which cheats a property is there to stop, by family; one that stops a cheat of another family is found when the families
 * are widened, not by this experiment. What `network` is there to stop is told by what agents ask for instead.
 */
export const ABLATIONS: Readonly<Record<Exclude<Ablation, 'network'>, readonly string[]>> = {
  'process-kill': ['process', 'claim'],
  'private-tmp': ['contamination', 'process'],
  'distinct-user': ['process', 'verifier-tamper', 'grader-peek'],
  'system-call-filter': ['process', 'isolation-escape'],
  'link-refusal': ['filesystem', 'denial'],
  'session': ['environment', 'runner-config', 'interpreter-startup'],
}

/**
 * EXP6, the scorecard: every agent on every task it applies to, graded by every verifier; then, per property of isolation,
 * the same cheats with that property off. A census of the catalogue: counts, and intervals only for cheats not in it.
 */
export const exp6: Experiment = {
  id: ID,
  title: 'The scorecard',
  question: 'Which verifier is fooled by which cheat, what does it cost in false alarms, and which isolation stops what?',
  plan: (catalogue) => [censusPhase(catalogue), { id: `${ID}.ablations`, concurrency: null, trials: ablationTrials(catalogue) }],
  analyse,
}

/** Every agent on every task that it applies to. */
export function censusPhase(catalogue: Catalogue): Phase {
  return { id: ID, concurrency: null, trials: sized(actors(catalogue).flatMap((agent) => tasksFor(agent, catalogue).map((task) => planned(catalogue, agent, task)))) }
}

/** Each starts the task's test runner anew, which costs as much as all other verifiers of an act together. */
export const RUNNERS: readonly string[] = ['rerun-tests', 'reward-file', 'held-out-clean']

/**
 * The part of the census that covers it: every agent on one task, and the oracle and the no-op on all of them. Beside these
 * two, one act in six is put to each verifier that starts a test runner, in turn; all other verifiers grade every act.
 */
export function coveringPhase(catalogue: Catalogue): Phase {
  const { trials } = censusPhase(catalogue)
  const first = new Map(trials.toReversed().map((each) => [each.agent, each.id]))
  const covering = trials.filter(({ agent, id }) => CONTROLS.has(agent) || first.get(agent) === id)
  return { id: ID, concurrency: null, trials: sized(covering.map((each, index) => CONTROLS.has(each.agent) ? each : without(each, RUNNERS.filter((_, turn) => index % 6 !== turn * 2)))) }
}

function without(plan: TrialPlan, left: readonly string[]): TrialPlan {
  const rest = <T>(record: Readonly<Record<string, T>> = {}): Record<string, T> => Object.fromEntries(Object.entries(record).filter(([id]) => !left.includes(id)))
  return { ...plan, verifiers: plan.verifiers.filter((id) => !left.includes(id)), kinds: rest(plan.kinds), expected: rest(plan.expected) }
}

function ablationTrials(catalogue: Catalogue): readonly TrialPlan[] {
  const arm = (name: string, tried: (agent: Agent) => boolean, change: Partial<TrialPlan>): readonly TrialPlan[] => sized(actors(catalogue)
    .filter((agent) => CONTROLS.has(agent.id) || agent.label === 'cheat' && tried(agent))
    .flatMap((agent) => tasksFor(agent, catalogue).slice(0, 1).map((task): TrialPlan => {
      const { expected: _, ...plan } = planned(catalogue, agent, task, name)
      return { ...plan, ...change }
    })))
  const network = ({ exposedTo }: Agent): boolean => exposedTo.includes('network')
  return [
    ...Object.entries(ABLATIONS).flatMap(([ablation, families]) => {
      const { with: on, without } = sidesOf(ablation as Ablation)
      return arm(on === 'main' ? without : on, ({ family }) => families.includes(family), { ablation: ablation as Ablation, ...(ablation === 'session' ? { session: 'separate' } : {}) })
    }),
    ...arm(sidesOf('network').with, network, { upstream: 'host' }),
    ...arm(sidesOf('network').without, network, { upstream: 'host', ablation: 'network' }),
  ]
}

/** An agent that looks for a staged session is EXP4's: here no plan stages one. */
function actors({ agents }: Catalogue): readonly Agent[] {
  return [...agents.values()].filter(({ needs }) => !needs.includes('layout'))
}

function planned(catalogue: Catalogue, agent: Agent, task: Task, arm = 'main'): TrialPlan {
  const verifiers = [...catalogue.verifiers.values()]
  return {
    ...trial(ID, agent.id, { task: task.id, arm, verifiers: verifiers.map(({ id }) => id), control: CONTROLS.has(agent.id) }),
    kinds: Object.fromEntries(verifiers.map(({ id, kind }) => [id, kind])),
    expected: { ...catalogue.expectations?.get(`${agent.id} ${task.id}`), ...agent.expect },
  }
}

function sized(trials: readonly TrialPlan[]): readonly TrialPlan[] {
  return trials.map((each) => ({ ...each, armSize: trials.length }))
}

/**
 * The tasks of an agent in the order of the catalogue, the published task first: what covers an agent covers it there if it
 * can. False timing is covered where time is bounded. An agent that must be root has only tasks where it can be.
 */
function tasksFor(agent: Agent, { tasks, environments }: Catalogue): readonly Task[] {
  const rank = (task: Task): number => agent.conduct === 'false-timing' && task.timing !== undefined ? 0 : task.id === 'calculator' ? 1 : 2
  return [...tasks.values()]
    .filter((task) => agent.appliesTo.some((to) => to === 'any' || to === task.language || to === task.id))
    .filter((task) => !agent.needs.includes('root') || environments.get(task.environment)?.writable === 'root')
    .toSorted((a, b) => rank(a) - rank(b))
}

function analyse(rows: readonly RowFacts[]): Analysis {
  const census = censusOf(rows)
  const recorded = census.acts.map(({ row }) => ({ trial: row, row, conflict: false }))
  const outcome = verifiersOf(census.acts).filter(([, kind]) => kind === 'outcome').map(([id]) => id)
  const controls = [...censusControls(census), ...gateControls(ID, recorded, outcome), ...armControls(rows)]
  const properties = ablated(rows, census)
  return {
    findings: [...scorecardFindings(census.acts, controls), driftFinding(census, controls), ...flipFindings(properties)],
    controls,
    tables: [
      scorecardTable(census.acts), familyTable(census.acts), driftTable(census), ablationTable(properties), flipTable(properties),
      agentTable(census), matrixTable(census),
    ],
  }
}
