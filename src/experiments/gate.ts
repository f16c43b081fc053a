import type { Control, TrialPlan } from '../schema/index.ts'
import { trial } from './plan.ts'
import { word, type Recorded, type Word } from './recorded.ts'

/** The agents that open or close the gate of a task, and what every outcome verifier must say of each. */
const KEEPERS = [{ agent: 'honest', expected: 'pass' }, { agent: 'noop', expected: 'fail' }] as const

/** The trials that decide whether a task is fit to measure anything: the oracle and the no-op on each. */
export function gateTrials(experiment: string, tasks: readonly string[], verifiers: readonly string[]): readonly TrialPlan[] {
  return tasks.flatMap((task) => KEEPERS.map(({ agent }) => trial(experiment, agent, { task, verifiers, control: true, arm: 'gate' })))
}

/** Whether a task is let in. `against` is empty then; else it says who said what. */
export interface Gate { readonly task: string; readonly against: readonly string[] }

/**
 * The gate of each task among the trials, by the given verifiers of kind outcome. A verifier that has nothing to say about
 * a task is in nobody's way, but one of them at least must have spoken on both agents. Other agents' trials are left out,
 * so that a plan may hand in all that it has.
 */
export function gatesOf(all: readonly Recorded[], verifiers: readonly string[]): readonly Gate[] {
  const byTask = Map.groupBy(all, ({ trial: { task } }) => task)
  return [...byTask].map(([task, some]) => ({ task, against: KEEPERS.flatMap((keeper) => against(keeper, some, verifiers)) }))
}

/** The gate of each task as a control: a task that is refused makes the findings that rest on it inconclusive. */
export function gateControls(experiment: string, all: readonly Recorded[], verifiers: readonly string[]): readonly Control[] {
  return gatesOf(all, verifiers).map(({ task, against: reasons }) => ({
    experiment,
    control: `gate-${task}`,
    expected: 'the oracle passes and the no-op fails every outcome verifier',
    measured: reasons.length === 0 ? 'so it is' : reasons.join('; '),
    holds: reasons.length === 0,
  }))
}

function against({ agent, expected }: (typeof KEEPERS)[number], some: readonly Recorded[], verifiers: readonly string[]): readonly string[] {
  const own = some.filter((recorded) => recorded.trial.agent === agent)
  const said = own.flatMap((recorded) => verifiers.map((verifier) => ({ verifier, said: spoken(recorded, verifier) })))
  const spoke = said.filter((each) => each.said !== null)
  if (spoke.length === 0) return [`nothing was said of ${agent}`]
  const others = Map.groupBy(spoke.filter((each) => each.said !== expected), (each) => each.said)
  return [...others].map(([other, each]) => `${agent}: ${other} by ${[...new Set(each.map(({ verifier }) => verifier))].join(', ')}`)
}

/** What a verifier said, or null where it declared that the task is none of its business. */
function spoken(recorded: Recorded, verifier: string): Word | null {
  const said = word(recorded, verifier)
  return said === 'not-applicable' && recorded.row?.outcome.state === 'graded' ? null : said
}
