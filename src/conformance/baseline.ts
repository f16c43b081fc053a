import type { ConformanceBaseline, ConformanceReport, Outcome, ProbeResult } from '../schema/index.ts'

/** How a probe stands to the baseline. `worse` and `gone` fail a comparison. */
export type Change = 'better' | 'worse' | 'new' | 'gone'

export interface Changed { readonly id: string; readonly change: Change; readonly before: Outcome | null; readonly now: Outcome | null; readonly because: string }

/** From best to worst. A promise that is no longer made (pass to unsupported) is a change for the worse, as is one that can't be told any more. */
const RANK: Readonly<Record<Outcome, number>> = { pass: 3, unsupported: 2, unverified: 1, fail: 0 }

/** What changed since a baseline, worst first. A probe that is new and fails is worse; a probe that the baseline has and that wasn't run is gone. */
export function changes(now: readonly ProbeResult[], baseline: Pick<ConformanceBaseline, 'probes'>): readonly Changed[] {
  const earlier = new Map(baseline.probes.map((probe) => [probe.id, probe]))
  const after = new Set(now.map(({ id }) => id))
  const found = now.flatMap((probe): readonly Changed[] => {
    const then = earlier.get(probe.id)
    if (then === undefined) return [{ id: probe.id, change: probe.outcome === 'fail' ? 'worse' : 'new', before: null, now: probe.outcome, because: probe.because }]
    if (then.outcome === probe.outcome) return []
    const change = RANK[probe.outcome] < RANK[then.outcome] ? 'worse' : 'better'
    return [{ id: probe.id, change, before: then.outcome, now: probe.outcome, because: probe.evidence }]
  })
  const gone = baseline.probes.filter(({ id }) => !after.has(id)).map(({ id, outcome }): Changed => ({ id, change: 'gone', before: outcome, now: null, because: 'it is in the baseline and was not run' }))
  const order: readonly Change[] = ['worse', 'gone', 'new', 'better']
  return [...found, ...gone].toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change) || (a.id < b.id ? -1 : 1))
}

/** Whether a comparison fails. */
export const isWorse = ({ change }: Changed): boolean => change === 'worse' || change === 'gone'

/** A report as a baseline: outcomes, and for what is no pass the reason. */
export function baselineOf({ backend, tier, probes }: ConformanceReport): ConformanceBaseline {
  return { schema: 1, backend, tier, probes: probes.map(({ id, outcome, because }) => outcome === 'pass' ? { id, outcome } : { id, outcome, because }) }
}
