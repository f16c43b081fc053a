import { z } from 'zod'
import { Mode } from './words.ts'

/** run.json: what was asked, on what, with what, and what the machine could not give. */
export const RunRecord = z.strictObject({
  schema: z.literal(1),
  id: z.string(),
  experiments: z.array(z.string()),
  backend: z.string(),
  tier: z.string(),
  /** Says that the numbers don't come from a real backend. */
  standIn: z.string().nullable(),
  mode: Mode,
  seed: z.number().int(),
  concurrency: z.number().int().positive(),
  command: z.array(z.string()),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(['running', 'finished', 'interrupted', 'failed']),
  /** Why a run failed that went on to its end: a pin that moved. */
  failure: z.string().nullable(),
  trials: z.strictObject({ planned: z.number().int(), recorded: z.number().int(), errors: z.number().int() }),
  promises: z.record(z.string(), z.union([z.boolean(), z.string()])),
  notMet: z.array(z.strictObject({ promise: z.string(), because: z.string() })),
  digests: z.strictObject({ catalogue: z.string(), program: z.string(), lock: z.string(), environments: z.record(z.string(), z.string()), snapshots: z.record(z.string(), z.string()) }),
  versions: z.record(z.string(), z.string()),
  host: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  drift: z.array(z.string()),
})
export type RunRecord = z.infer<typeof RunRecord>
