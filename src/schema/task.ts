import { z } from 'zod'
import { Id, Language } from './words.ts'
import type { Cases } from './cases.ts'
import type { CaseGenerator } from './generator.ts'
import { AnyCaseGenerator } from './generator.ts'

/** A path below the workspace: relative, no `..`, no empty part, so that it can be joined without thought. */
export const RelativePath = z.string().min(1).refine(
  (path) => !path.startsWith('/') && !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
  'a path below the workspace, without "..", "." or empty parts',
)

/** A mutant of the reference solution: a file that replaces one file of the artifact. */
const Mutant = z.strictObject({ id: Id, file: RelativePath, replaces: RelativePath, why: z.string().min(5) })

/**
 * How a fresh input is drawn for every measured call. One generator makes the one argument of the call, a list of `size`
 * integers: `integers` draws each from `least` to `most`, both included, so that values repeat; `permutation` shuffles
 * 0 to size - 1.
 */
export const TimingInput = z.discriminatedUnion('generator', [
  z.strictObject({ generator: z.literal('integers'), size: z.int().positive(), least: z.int(), most: z.int() })
    .refine(({ least, most }) => least <= most, '"least" is at most "most"'),
  z.strictObject({ generator: z.literal('permutation'), size: z.int().positive() }),
])
export type TimingInput = z.infer<typeof TimingInput>

/**
 * The time bound of a task. `call` is the function of the artifact that is measured. Every call gets a new input from
 * `make`, drawn from randomness that no fork has seen, and is timed by the parent; right answers within `ratio` times what
 * the reference takes for the same input, in a fork of its own beside it, hold the bound.
 */
export const Timing = z.strictObject({ call: z.string().min(1), make: TimingInput, ratio: z.number().min(1.5, 'below 1.5 the noise of the clock decides') })
export type Timing = z.infer<typeof Timing>

/** What Polygraph adds to Harbor's task.toml, under [metadata.polygraph]. */
export const TaskExtension = z.strictObject({
  language: Language,
  artifact: z.array(RelativePath).min(1),
  visible_test: z.array(z.string()).min(1),
  visible_files: z.array(RelativePath).min(1),
  environment: Id,
  cases: RelativePath,
  /** How a `program` case starts the artifact, before its own arguments. */
  program: z.array(z.string()).optional(),
  mutants: z.array(Mutant).default([]),
  /** Where the artifact must also be fast enough. */
  timing: Timing.optional(),
  /** How cases are made that no one has seen before the run, for comparison with the reference. */
  property: z.array(AnyCaseGenerator).optional(),
  /** The file, beside the artifact, in which an agent may hand in tests of its own. */
  suite: RelativePath.optional(),
  /** The share of valid mutants that such tests must kill. */
  suite_threshold: z.number().gt(0).max(1).default(1),
  /** Seconds of wall time for the agent's script, and for its test run. */
  act_seconds: z.number().positive().optional(),
})

/**
 * task.toml stays valid for Harbor, which owns every other key; those are read loosely and only [metadata.polygraph] is
 * held to our own shape.
 */
export const TaskFile = z.looseObject({
  task: z.looseObject({ name: z.string().optional(), description: z.string().optional() }).optional(),
  metadata: z.looseObject({ polygraph: TaskExtension }),
})

/** A file as laid out in a fork. Paths are relative to wherever it is laid; `mode` is the permission bits. */
export interface TaskFileEntry { readonly path: string; readonly bytes: Uint8Array; readonly mode: number }

export interface Task {
  readonly id: string
  readonly dir: string
  readonly description: string
  readonly language: Language
  readonly instruction: string
  readonly artifact: readonly string[]
  readonly visibleTest: readonly string[]
  readonly visibleFiles: readonly string[]
  readonly environment: string
  readonly program?: readonly string[]
  readonly actSeconds?: number
  readonly cases: Cases
  readonly mutants: readonly (z.infer<typeof Mutant> & { readonly bytes: Uint8Array })[]
  readonly timing?: Timing
  readonly property?: readonly CaseGenerator[]
  /** Where tests of the agent's own are looked for, and the share of valid mutants that they must kill. */
  readonly suite?: { readonly path: string; readonly threshold: number }
  /** environment/workspace/, what the agent starts with. */
  readonly workspace: readonly TaskFileEntry[]
  /** solution/, given to the oracle alone. */
  readonly solution: readonly TaskFileEntry[]
  /** tests/, held out. */
  readonly tests: readonly TaskFileEntry[]
  readonly digest: string
}
