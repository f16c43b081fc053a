import type { ProbeResult, WaiverFile } from '../schema/index.ts'

/** Marks the failures of this backend that are waived on that day. A waiver holds to the end of the day it names, in UTC. */
export function waive(results: readonly ProbeResult[], { waiver }: WaiverFile, backend: string, today: Date): readonly ProbeResult[] {
  const day = today.toISOString().slice(0, 10)
  const valid = waiver.filter((each) => each.backend === backend && each.expires >= day)
  return results.map((result) => {
    const found = result.outcome === 'fail' ? valid.find(({ probe }) => probe === result.id) : undefined
    return found === undefined ? result : { ...result, waived: { reason: found.reason, expires: found.expires } }
  })
}

/** Waivers of this backend that do nothing: expired, or of a probe that doesn't fail or isn't there. Each in one sentence. */
export function idle(results: readonly ProbeResult[], { waiver }: WaiverFile, backend: string, today: Date): readonly string[] {
  const day = today.toISOString().slice(0, 10)
  return waiver.filter((each) => each.backend === backend).flatMap(({ probe, expires }) => {
    const result = results.find(({ id }) => id === probe)
    if (result === undefined) return [`the waiver of ${probe} is of a probe that did not run`]
    if (expires < day) return [`the waiver of ${probe} expired on ${expires}`]
    return result.outcome === 'fail' ? [] : [`the waiver of ${probe} is no longer needed: it ends in ${result.outcome}`]
  })
}
