import type { Phase, TrialPlan } from '../schema/index.ts'

/** The task of the published experiments. */
export const TASK = 'calculator'

/** Verifiers whose verdicts were published. */
export const PUBLISHED_VERIFIERS = ['trusting', 'ground-truth', 'held-out'] as const
/** Never believe the process that imports candidate code; graded beside the published ones. */
export const STRICT_FAMILY = ['strict-stated', 'strict-sealed', 'strict'] as const
/** Say the same whatever they see: they stand in every plan, so that a harness that loses verdicts is seen. */
export const CONTROL_VERIFIERS = ['always-pass', 'always-fail'] as const

/** Every verifier, in the order of the tables: from the most trusting to the strictest, then tamper and controls. */
export const ALL_VERIFIERS: readonly string[] = [
  'trusting-claim', 'trusting-exit', 'trusting', 'rerun-tests', 'ground-truth', 'ground-truth-other-user',
  'held-out', 'held-out-clean', ...STRICT_FAMILY, 'integrity', ...CONTROL_VERIFIERS,
]

/** What a planned trial may say about itself beyond its experiment and agent; the rest has a usual value. */
export interface TrialOptions {
  readonly task?: string
  readonly arm?: string
  readonly repeat?: number
  readonly control?: boolean
  readonly box?: TrialPlan['box']
  readonly sequence?: TrialPlan['sequence']
  readonly environment?: TrialPlan['environment']
  readonly exposed?: TrialPlan['exposed']
  readonly layout?: TrialPlan['layout']
  readonly defects?: TrialPlan['defects']
  readonly actor?: TrialPlan['actor']
  readonly verifiers?: readonly string[]
}

/** One trial, on the published task unless another is named. Its id names experiment, arm (unless `main`), agent, task and repeat. */
export function trial(experiment: string, agent: string, options: TrialOptions = {}): TrialPlan {
  const { task = TASK, arm = 'main', repeat = 1, control = false, box = 'fork', sequence = null, verifiers = ALL_VERIFIERS } = options
  const { environment = null, exposed = [], layout = null, defects = [], actor = null } = options
  const id = [experiment, ...(arm === 'main' ? [] : [arm]), agent, task, repeat].join('.')
  return {
    id, experiment, arm, agent, task, repeat, control, box, sequence, environment, exposed: [...exposed], layout, defects: [...defects],
    actor, session: 'one', verifiers: [...verifiers],
  }
}

/** `count` trials of one agent, numbered from 1. */
export function repeats(experiment: string, agent: string, count: number, options: TrialOptions = {}): TrialPlan[] {
  return Array.from({ length: count }, (_, index) => trial(experiment, agent, { ...options, repeat: index + 1 }))
}

/** Trials that run in this order, one at a time, from one prepared snapshot. Repeats count within an agent. */
export function sequence(experiment: string, arm: string, agents: readonly string[], options: TrialOptions = {}): TrialPlan[] {
  const id = `${experiment}.${arm}`
  return agents.map((agent, index) => trial(experiment, agent, {
    ...options, arm,
    repeat: agents.slice(0, index + 1).filter((earlier) => earlier === agent).length,
    sequence: { id, position: index + 1, length: agents.length },
  }))
}

/** All trials of a plan, in order. */
export function trialsOf(phases: readonly Phase[]): readonly TrialPlan[] {
  return phases.flatMap((phase) => phase.trials)
}
