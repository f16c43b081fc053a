import { z } from 'zod'

/** An interval and what stands behind it; only for claims about something sampled, never for a census. */
export const Interval = z.strictObject({
  low: z.number(), high: z.number(), level: z.number(), method: z.string(),
  /** What was sampled: runs, times and orderings, or designs and tasks not in the grid. */
  samples: z.enum(['runs', 'times', 'designs', 'tasks']),
})
export type Interval = z.infer<typeof Interval>

/**
 * One number of the paper. `reproduced` is null where it is told and not judged. `bounds` are the value with every error
 * counted as pass and as fail; they differ from `value` only when there were errors, and then nothing is reproduced.
 */
export const Finding = z.strictObject({
  experiment: z.string(),
  finding: z.string(),
  value: z.union([z.number(), z.string(), z.null()]),
  numerator: z.number().nullable(),
  denominator: z.number().nullable(),
  unit: z.string(),
  interval: Interval.nullable(),
  bounds: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  errors: z.number().int().nonnegative(),
  published: z.union([z.number(), z.string(), z.null()]),
  reproduced: z.boolean().nullable(),
  because: z.string(),
})
export type Finding = z.infer<typeof Finding>

/** A control of an experiment: what must hold for its findings to mean anything. */
export const Control = z.strictObject({
  experiment: z.string(), control: z.string(), expected: z.string(), measured: z.string(), holds: z.boolean(),
})
export type Control = z.infer<typeof Control>
