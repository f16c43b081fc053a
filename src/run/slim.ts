import { FACTS } from '../experiments/index.ts'
import type { Judged, RowFacts, TrialRow, Verdict } from '../schema/index.ts'

/** Texts and lists that are remembered, so that equal ones are held once. */
const REMEMBERED = 20_000

/**
 * Gives what analyses read of a row. Much of it is the same in most rows of a run (which verifiers, of which kind, what they say of a
 * right artifact) and is held once.
 */
export function slimmer(): (row: TrialRow) => RowFacts {
  const known = new Map<string, unknown>()
  function once<T>(value: T): T {
    if (value === undefined || value === null) return value
    const key = JSON.stringify(value)
    if (known.has(key)) return known.get(key) as T
    if (known.size >= REMEMBERED) known.clear()
    known.set(key, value)
    return value
  }
  const judged = (id: string, { verdict, reason, because, evidence }: Verdict): Judged =>
    once({ verdict, reason, because, ...(FACTS.has(id) ? { evidence } : {}) })

  return (row) => {
    const { claim: _, laid: __, changed: ___, verdicts, ...rest } = row
    const { experiment, arm, agent, task, environment, phase, family, backend, tier, run } = rest
    return {
      ...rest,
      experiment: once(experiment), arm: once(arm), agent: once(agent), task: once(task), environment: once(environment), phase: once(phase), family: once(family),
      backend: once(backend), tier: once(tier), run: once(run), exposed: once(rest.exposed), defects: once(rest.defects), verifiers: once(rest.verifiers),
      ...(rest.kinds === undefined ? {} : { kinds: once(rest.kinds) }), ...(rest.expected === undefined ? {} : { expected: once(rest.expected) }),
      verdicts: Object.fromEntries(Object.entries(verdicts).map(([id, verdict]) => [once(id), judged(id, verdict)])),
    }
  }
}
