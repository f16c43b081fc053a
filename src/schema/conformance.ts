import { z } from 'zod'

/** What a probe says of a backend. `unsupported` and `unverified` are no passes: each says why. */
export const Outcome = z.enum(['pass', 'fail', 'unsupported', 'unverified'])
export type Outcome = z.infer<typeof Outcome>

/** The sixteen families of probes, in the order of tables. Each is a folder below conformance/probes/. */
export const Family = z.enum([
  'exec', 'files', 'lifecycle', 'fork-fidelity', 'fork-divergence', 'policy-after-restore', 'snapshot-hygiene', 'residue',
  'verifier-secrecy', 'verifier-integrity', 'network', 'host-surface', 'resources', 'identity', 'determinism', 'health',
])
export type Family = z.infer<typeof Family>

/** conformance/probes/<family>/<id>/probe.toml. */
export const ProbeFile = z.strictObject({
  /** One sentence that the probe answers with yes where the promise is kept. */
  question: z.string().min(1).regex(/\?$/, 'end it with a question mark'),
  /** What is tested: a promise of readiness, as `killsAll` or `memoryLimit:fork`, or a clause of the contract, as `contract.exec`. */
  promise: z.string().min(1),
  /** Broken backends in which this probe has to fail; the first that can be made on this machine is used. */
  controls: z.array(z.string()).min(1),
  /** As whom the probe's program runs, where it has no probe.ts. */
  user: z.enum(['agent', 'verifier', 'root']).default('agent'),
  environment: z.string().default('python'),
  /** Longer than this and the backend is held to hang. */
  seconds: z.number().positive().max(120).default(30),
  /** Whether it measures the machine, so that nothing else may run beside it. */
  alone: z.boolean().default(false),
  /** Limits of its forks that differ from the environment's, such as a memory small enough to fill. */
  limits: z.record(z.string(), z.number().int().positive()).default({}),
})
export type ProbeFile = z.infer<typeof ProbeFile>

/** Whether a probe was seen to fail where it must. One that wasn't is not counted. */
export const ControlResult = z.strictObject({
  backend: z.string().describe('the broken backend that the probe ran against'),
  failed: z.boolean().describe('whether the probe found it broken, as it has to'),
  evidence: z.string().describe('what the probe saw there'),
})
export type ControlResult = z.infer<typeof ControlResult>

export const ProbeResult = z.strictObject({
  id: z.string().describe('family/name'),
  question: z.string().describe('what it asks; yes where the promise is kept'),
  family: Family.describe('what it is about'),
  promise: z.string().describe('the promise of readiness, or the clause of the contract, that it tests'),
  outcome: Outcome.describe('unsupported and unverified are no passes'),
  because: z.string().describe('why, in one sentence; for a pass, what was promised or that it was not'),
  waived: z.strictObject({ reason: z.string().describe('as the waiver gives it'), expires: z.string().describe('its last day, UTC') }).nullable().describe('a failure that is known and accepted until that day'),
  counted: z.boolean().describe('false where no control was seen to fail, so that a pass would say nothing'),
  control: ControlResult.nullable().describe('how the probe fared on a backend that is broken on purpose; null where none can be made here'),
  evidence: z.string().describe('what the probe saw'),
  ms: z.number().nonnegative().describe('its duration, control left out'),
})
export type ProbeResult = z.infer<typeof ProbeResult>

/** What `polygraph conformance` writes: bound by digests to what was tested and what tested it. */
export const ConformanceReport = z.strictObject({
  schema: z.literal(1).describe('version of this form'),
  backend: z.string().describe('its id'),
  version: z.string().describe('of Polygraph'),
  tier: z.string().describe('as which of its tiers it ran'),
  standIn: z.string().nullable().describe('says that this is no real backend'),
  digests: z.strictObject({
    backend: z.string().describe("of the backend's definition: its file, or the program for a built-in one"),
    kernel: z.string().describe("of the host kernel's release and version"),
    environment: z.string().describe('of the definitions of the environments that probes used'),
    program: z.string().describe('of this program'),
    probes: z.string().describe('of all probes that there are'),
  }).describe('SHA-256 of what was tested and of what tested it'),
  host: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).describe('the machine, without its name'),
  promises: z.record(z.string(), z.union([z.boolean(), z.string()])).describe('what the backend declares'),
  notMet: z.array(z.strictObject({ promise: z.string().describe('a promise or a clause'), because: z.string().describe('why it is not kept') })).describe('what it declares not to keep'),
  startedAt: z.string().describe('UTC'),
  endedAt: z.string().describe('UTC'),
  probes: z.array(ProbeResult).describe('in order of family and name'),
  summary: z.strictObject({
    pass: z.number().int().describe('probes'), fail: z.number().int().describe('probes, the waived ones among them'), unsupported: z.number().int().describe('probes'), unverified: z.number().int().describe('probes'),
    waived: z.number().int().describe('of the failures'),
    uncounted: z.number().int().describe('probes whose control could not be shown to fail'),
  }).describe('counts of outcomes'),
})
export type ConformanceReport = z.infer<typeof ConformanceReport>

/**
 * What a later report is compared with: outcomes alone, so that its diff can be read. A whole report is taken as well; what it
 * holds beside is left out.
 */
export const ConformanceBaseline = z.object({
  schema: z.literal(1), backend: z.string(), tier: z.string(),
  probes: z.array(z.object({ id: z.string(), outcome: Outcome, because: z.string().optional() })),
})
export type ConformanceBaseline = z.infer<typeof ConformanceBaseline>

/** A failure that is known. After `expires` (the last day on which it holds, UTC) it is a failure again. */
export const WaiverFile = z.strictObject({
  waiver: z.array(z.strictObject({
    probe: z.string().min(1), backend: z.string().min(1), reason: z.string().min(1), expires: z.iso.date(),
  })).default([]),
})
export type WaiverFile = z.infer<typeof WaiverFile>
