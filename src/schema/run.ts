import { z } from 'zod'
import { Mode } from './words.ts'

/** What beyond the other fields is needed to go on with a run, or to act one of its trials again. */
export const Asked = z.strictObject({
  root: z.enum(['built', 'host']).nullable(),
  /** The tier that was asked for; null: the best one. */
  tier: z.string().nullable(),
  /** Catalogues of the user, relative to the run folder, so that both can move together and neither names a home. */
  catalogues: z.array(z.string()),
  /** The share of trials with an error above which the run as a whole is not conclusive. */
  maxErrors: z.number().min(0).max(1),
})
export type Asked = z.infer<typeof Asked>

const State = z.enum(['running', 'finished', 'interrupted', 'failed'])

/** One process that worked on a run: the first began it, each further one went on with it. */
export const Sitting = z.strictObject({
  startedAt: z.string(),
  /** Null while it runs, and where it was killed. */
  endedAt: z.string().nullable(),
  state: z.enum([...State.options, 'killed']),
  /** Rows that it found and kept, rows that it set aside in superseded.jsonl, rows that it added. */
  kept: z.number().int().nonnegative(),
  setAside: z.number().int().nonnegative(),
  recorded: z.number().int().nonnegative(),
})
export type Sitting = z.infer<typeof Sitting>

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
  asked: Asked,
  sittings: z.array(Sitting).min(1),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  state: State,
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
