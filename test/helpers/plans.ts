/** A small plan with all that a resumption must tell apart: single trials, a sequence of forks, one in a shared box, two phases. */
import type { Phase, TrialPlan } from '../../src/schema/index.ts'
import { planOf } from './catalogue.ts'

export const many = (count: number, over: Partial<TrialPlan> = {}): TrialPlan[] => Array.from({ length: count }, (_, index) => planOf('honest', { id: `h.${index}`, ...over }))
export const phase = (trials: readonly TrialPlan[], concurrency: number | null = null, id = 'p'): Phase => ({ id, concurrency, trials })

export const box = (agents: readonly string[], kind: 'fork' | 'shared'): TrialPlan[] => agents.map((agent, index) =>
  planOf(agent, { id: `${kind}.${index + 1}`, box: kind, sequence: { id: kind, position: index + 1, length: agents.length } }))

export const SMALL: readonly Phase[] = [
  phase([...many(2), ...box(['honest', 'noop'], 'shared')], 1),
  phase([planOf('noop'), ...box(['noop', 'honest'], 'fork')], 2, 'q'),
]
export const SMALL_TRIALS = SMALL.flatMap(({ trials }) => trials).length
