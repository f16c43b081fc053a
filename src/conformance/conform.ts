import { createHash } from 'node:crypto'
import { release, version as kernelVersion } from 'node:os'
import { provenance } from '../run/index.ts'
import type { ConformanceReport, WaiverFile } from '../schema/index.ts'
import { runSuite, type SuiteRequest } from './suite.ts'
import { summed } from './sum.ts'
import { waive } from './waivers.ts'

export interface ConformRequest extends SuiteRequest {
  /** Over all probes that there are, also those that were not asked for. */
  readonly probesDigest: string
  /** Of the backend's own definition; null for one of this program's, which the program's digest covers. */
  readonly backendDigest: string | null
  readonly standIn: string | null
  readonly waivers: WaiverFile
}

/** Runs the suite and binds what it found to what was tested and what tested it. */
export async function conform(request: ConformRequest): Promise<ConformanceReport> {
  const { backend, ready, clock, catalogue } = request
  const startedAt = clock.now()
  const { program, versions, host } = await provenance()
  const probes = waive(await runSuite(request), request.waivers, backend.id, startedAt)
  const environments = new Set(request.probes.map((probe) => probe.environment))
  return {
    schema: 1, backend: backend.id, version: versions['polygraph'] ?? '', tier: ready.tier, standIn: request.standIn,
    digests: {
      backend: request.backendDigest ?? program, program, probes: request.probesDigest,
      kernel: sha256(`${release()} ${kernelVersion()}`),
      environment: sha256([...environments].toSorted().map((id) => `${id} ${catalogue.environments.get(id)?.digest ?? ''}\n`).join('')),
    },
    host: { ...host }, promises: { ...ready.promises }, notMet: [...ready.notMet],
    startedAt: startedAt.toISOString(), endedAt: clock.now().toISOString(),
    probes: [...probes], summary: summed(probes),
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
