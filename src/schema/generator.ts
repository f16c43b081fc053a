import { z } from 'zod'

/** From and to, both included. */
export type Range = readonly [least: number, most: number]

/** Says which values an argument may take. Values are drawn per run, from randomness that no fork has seen. */
export type Generator =
  /** `every` leaves only its multiples: these hit the bounds and the halves that rounding is about. */
  | { readonly kind: 'int' | 'float'; readonly range: Range; readonly every?: number }
  /** `alphabet` has one character or sequence of characters an item. */
  | { readonly kind: 'text'; readonly alphabet: readonly string[]; readonly length: Range }
  | { readonly kind: 'choice'; readonly values: readonly (string | boolean)[] }
  | { readonly kind: 'none' | 'nan' }
  | { readonly kind: 'list'; readonly item: Generator; readonly length: Range }
  | { readonly kind: 'tuple'; readonly items: readonly Generator[] }
  | { readonly kind: 'record'; readonly fields: Readonly<Record<string, Generator>> }
  | { readonly kind: 'one_of'; readonly options: readonly Generator[] }
  /** One text of several parts, in order. */
  | { readonly kind: 'join'; readonly parts: readonly Generator[] }
  /** One text of several lines, each ended by a newline. */
  | { readonly kind: 'lines'; readonly line: Generator; readonly length: Range }

/** How cases are made: calls, sequences of calls on a new object, or runs of the program. */
export type CaseGenerator =
  | { readonly kind: 'call'; readonly call: string; readonly args: readonly Generator[] }
  | {
    readonly kind: 'steps'; readonly make: string; readonly args: readonly Generator[]
    readonly steps: readonly { readonly call: string; readonly args: readonly Generator[] }[]
    readonly length: Range
  }
  | {
    readonly kind: 'program'; readonly argv: readonly Generator[]; readonly stdin: Generator | null
    readonly files: Readonly<Record<string, Generator>>
    /** The files that a run may write, and that are compared. */
    readonly writes: readonly string[]
  }

const rising = ([least, most]: readonly number[]): boolean => least! <= most!
const RISING = 'a range is [least, most]'
const ints = z.tuple([z.int(), z.int()]).refine(rising, RISING)
// An infinity is a bound like any other; from one to the same it is the only value.
const float = z.custom<number>((value) => typeof value === 'number' && !Number.isNaN(value), 'a number or an infinity')
const floats = z.tuple([float, float]).refine(rising, RISING)
const length = z.tuple([z.int().nonnegative(), z.int().nonnegative()]).refine(rising, RISING)
const some = z.tuple([z.int().positive(), z.int().positive()]).refine(rising, RISING)

const one: z.ZodType<Generator> = z.lazy(() => AnyGenerator)
const many = z.array(one)
const characters = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .transform((raw) => (typeof raw === 'string' ? [...raw] : raw))

function number(kind: 'int' | 'float', range: Range, every: number | undefined): Generator {
  return { kind, range, ...(every === undefined ? {} : { every }) }
}

/** A generator says by its first key what it makes. */
const FORMS: Readonly<Record<string, z.ZodType<Generator>>> = {
  int: z.strictObject({ int: ints, every: z.int().positive().optional() }).transform(({ int, every }) => number('int', int, every)),
  float: z.strictObject({ float: floats, every: z.number().positive().optional() }).transform(({ float, every }) => number('float', float, every)),
  text: z.strictObject({ text: characters, length }).transform(({ text, ...rest }) => ({ kind: 'text', alphabet: text, ...rest })),
  choice: z.strictObject({ choice: z.array(z.union([z.string(), z.boolean()])).min(1) }).transform(({ choice }) => ({ kind: 'choice', values: choice })),
  none: z.strictObject({ none: z.literal(true) }).transform(() => ({ kind: 'none' })),
  nan: z.strictObject({ nan: z.literal(true) }).transform(() => ({ kind: 'nan' })),
  list: z.strictObject({ list: one, length }).transform(({ list, ...rest }) => ({ kind: 'list', item: list, ...rest })),
  tuple: z.strictObject({ tuple: many }).transform(({ tuple }) => ({ kind: 'tuple', items: tuple })),
  record: z.strictObject({ record: z.record(z.string(), one) }).transform(({ record }) => ({ kind: 'record', fields: record })),
  one_of: z.strictObject({ one_of: many.min(1) }).transform(({ one_of: options }) => ({ kind: 'one_of', options })),
  join: z.strictObject({ join: many.min(1) }).transform(({ join }) => ({ kind: 'join', parts: join })),
  lines: z.strictObject({ lines: one, length }).transform(({ lines, ...rest }) => ({ kind: 'lines', line: lines, ...rest })),
}

const AnyGenerator = byKey(FORMS, 'a generator')

const CASES: Readonly<Record<string, z.ZodType<CaseGenerator>>> = {
  call: z.strictObject({ call: z.string().min(1), args: many.default([]) }).transform((raw) => ({ kind: 'call', ...raw })),
  make: z.strictObject({
    make: z.string().min(1), args: many.default([]), length: some.default([1, 10]),
    steps: z.array(z.strictObject({ call: z.string().min(1), args: many.default([]) })).min(1),
  }).transform((raw) => ({ kind: 'steps', ...raw })),
  argv: z.strictObject({
    argv: many, stdin: one.optional(), files: z.record(z.string(), one).default({}), writes: z.array(z.string().min(1)).default([]),
  }).transform(({ stdin, ...raw }) => ({ kind: 'program', stdin: stdin ?? null, ...raw })),
}

/** One entry of [[metadata.polygraph.property]]. */
export const AnyCaseGenerator = byKey(CASES, 'a generator of cases')

/** Reads a table by the one schema that its keys point to, so that what is wrong with it is told as of that form. */
function byKey<T>(forms: Readonly<Record<string, z.ZodType<T>>>, what: string): z.ZodType<T> {
  return z.unknown().transform((raw, context): T => {
    const keys = raw !== null && typeof raw === 'object' && !Array.isArray(raw) ? Object.keys(raw) : []
    const form = Object.keys(forms).find((key) => keys.includes(key))
    if (form === undefined) {
      context.addIssue({ code: 'custom', message: `${what} is a table with one of the keys ${Object.keys(forms).join(', ')}` })
      return z.NEVER
    }
    const parsed = forms[form]!.safeParse(raw)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) context.addIssue({ ...issue } as never)
    return z.NEVER
  })
}
