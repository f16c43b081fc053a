import type { ConformanceReport, ProbeResult } from '../schema/index.ts'

/** Counts of outcomes. `waived` is part of `fail`; `uncounted` is of all. */
export function summed(probes: readonly ProbeResult[]): ConformanceReport['summary'] {
  const of = (outcome: ProbeResult['outcome']): number => probes.filter((probe) => probe.outcome === outcome).length
  return {
    pass: of('pass'), fail: of('fail'), unsupported: of('unsupported'), unverified: of('unverified'),
    waived: probes.filter(({ waived }) => waived !== null).length, uncounted: probes.filter(({ counted }) => !counted).length,
  }
}
