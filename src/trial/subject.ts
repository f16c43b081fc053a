import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Clock, LoadedVerifier, Randomness, Snapshot } from '../contract/index.ts'
import type { Agent, Environment, Mode, Task, TrialPlan } from '../schema/index.ts'
import type { Oracle } from './oracle.ts'

/** The stages of a trial, in order. */
export type Stage = 'fork' | 'act' | 'seal' | 'verify' | 'discard' | 'record'

/** What every trial of a run shares. */
export interface TrialTools {
  readonly run: string
  readonly catalogue: Catalogue
  readonly backend: { readonly id: string; readonly tier: string }
  readonly mode: Mode
  readonly clock: Clock
  readonly randomness: Randomness
  /** Reads a check program that lies beside a verifier or in the shared ones. */
  readonly program: (verifier: LoadedVerifier, name: string) => Promise<Uint8Array>
  readonly oracle: Oracle
  /** The user stopped the run. */
  readonly signal: AbortSignal
  /** Milliseconds of the monotonic clock at which the run began; times in rows count from it. */
  readonly originMs: number
  /** Called before each stage. Tests inject faults and deaths through it. */
  readonly onStage: (stage: Stage, trial: string) => void | Promise<void>
}

/** What a trial stands on: the state that the agent's fork comes from, and the pristine one that verifiers grade in. */
export interface Ground { readonly start: Snapshot; readonly pristine: Snapshot }

/** Where a trial stands in its run. */
export interface Place { readonly phase: string; readonly concurrency: number; readonly order: number }

/** Who acts on what: a plan with its ids looked up. */
export interface Subject {
  readonly plan: TrialPlan
  readonly agent: Agent
  readonly task: Task
  readonly environment: Environment
  readonly verifiers: readonly LoadedVerifier[]
}

/** Looks up the ids of a plan. Throws on an unknown one, since plans are checked before a run begins. */
export function subjectOf(plan: TrialPlan, catalogue: Catalogue): Subject {
  const task = found(catalogue.tasks, plan.task, 'task')
  return {
    plan, task,
    agent: found(catalogue.agents, plan.agent, 'agent'),
    environment: found(catalogue.environments, plan.environment ?? task.environment, 'environment'),
    verifiers: plan.verifiers.map((id) => found(catalogue.verifiers, id, 'verifier')),
  }
}

/** Says why an agent can't act here at all, or null. Not applicable is no verdict. */
export function inapplicable({ plan, agent, task, environment }: Subject): string | null {
  if (!agent.appliesTo.some((what) => what === 'any' || what === task.language || what === task.id)) {
    return `${agent.id} applies to ${agent.appliesTo.join(', ')}, not to ${task.id} (${task.language})`
  }
  if ((agent.needs.includes('root') || plan.actor === 'root') && environment.writable !== 'root') {
    return `${agent.id} must be root of its fork, which environment ${environment.id} doesn't allow`
  }
  if (agent.needs.includes('layout') && plan.layout === null) return `${agent.id} looks for the grading material of a staged session, and this plan stages none`
  return null
}

function found<T>(map: ReadonlyMap<string, T>, id: string, what: string): T {
  const value = map.get(id)
  if (value === undefined) throw new Error(`the catalogue has no ${what} "${id}"`)
  return value
}
