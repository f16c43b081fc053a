import type { LoadedProbe } from '../../src/conformance/index.ts'
import type { Probe } from '../../src/contract/index.ts'
import type { ProbeResult } from '../../src/schema/index.ts'

/** A result as a test needs it. */
export function resultOf(over: Partial<ProbeResult>): ProbeResult {
  return {
    id: 'exec/x', question: 'Is it?', family: 'exec', promise: 'contract.exec', outcome: 'pass', because: 'contract.exec is kept', waived: null, counted: true,
    control: { backend: 'shared', failed: true, evidence: 'broken' }, evidence: 'seen', ms: 5, ...over,
  }
}

/** A probe with a side on the host. */
export function probeOf(id: string, host: Probe, over: Partial<LoadedProbe> = {}): LoadedProbe {
  return {
    id, family: 'exec', question: 'Is it?', promise: 'contract.exec', controls: ['loses-exit-codes'], user: 'agent', environment: 'python', seconds: 5, alone: false, limits: {},
    host, program: null, files: new Map(), ...over,
  }
}

/** A probe that is one program. */
export function programProbe(id: string, script: string, over: Partial<LoadedProbe> = {}): LoadedProbe {
  const bytes = Buffer.from(script)
  return { ...probeOf(id, async () => ({ state: 'holds', evidence: '' })), host: null, program: 'probe.sh', files: new Map([['probe.sh', { path: 'probe.sh', bytes, mode: 0o644 }]]), ...over }
}
