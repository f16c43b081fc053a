import { z } from 'zod'
import type { Value } from './value.ts'
import { fromToml } from './value.ts'

/** What a call must do. `raises` names the class of the exception, without its message. */
export type Expectation = { readonly returns: Value } | { readonly raises: string }

/** One call of a function of the artifact. */
export interface CallCase { readonly kind: 'call'; readonly call: string; readonly args: readonly Value[]; readonly expect: Expectation }

/** An object made once and then used step by step; each step is compared. */
export interface StepsCase {
  readonly kind: 'steps'
  readonly make: string
  readonly args: readonly Value[]
  readonly steps: readonly { readonly call: string; readonly args: readonly Value[]; readonly expect: Expectation }[]
}

/** A program run with arguments, input and files; its output, exit code and the files it wrote are compared as bytes. */
export interface ProgramCase {
  readonly kind: 'program'
  readonly argv: readonly string[]
  readonly stdin: string
  readonly files: Readonly<Record<string, string>>
  readonly expect: { readonly stdout: string; readonly exit: number; readonly files: Readonly<Record<string, string>> }
}

export type Case = CallCase | StepsCase | ProgramCase

/**
 * The cases of a task. `visible` are those of the test file that the agent sees; `statedOnly` the further examples of the
 * instruction, so that stated = visible + statedOnly; `heldOut` are never in an agent's reach before the seal.
 * `module` is what `call` and `steps` cases import: a dotted Python module or a path of a JavaScript module.
 */
export interface Cases {
  readonly module: string
  readonly visible: readonly Case[]
  readonly statedOnly: readonly Case[]
  readonly heldOut: readonly Case[]
}

const value = z.unknown().transform((raw, context): Value => {
  try {
    return fromToml(raw)
  } catch (cause) {
    context.addIssue({ code: 'custom', message: (cause as Error).message })
    return z.NEVER
  }
})

const name = z.string().min(1)
const args = z.array(value).default([])
const outcome = { returns: value.optional(), raises: name.optional() }

function expectation(raw: { returns?: Value | undefined; raises?: string | undefined }, context: z.core.$RefinementCtx): Expectation {
  if (raw.raises !== undefined && raw.returns === undefined) return { raises: raw.raises }
  if (raw.returns !== undefined && raw.raises === undefined) return { returns: raw.returns }
  context.addIssue({ code: 'custom', message: 'give exactly one of "returns" and "raises"' })
  return z.NEVER
}

const step = z.strictObject({ call: name, args, ...outcome })
  .transform((raw, context) => ({ call: raw.call, args: raw.args, expect: expectation(raw, context) }))

const callCase = z.strictObject({ call: name, args, ...outcome })
  .transform((raw, context): Case => ({ kind: 'call', call: raw.call, args: raw.args, expect: expectation(raw, context) }))

const stepsCase = z.strictObject({ make: name, args, steps: z.array(step).min(1) })
  .transform((raw): Case => ({ kind: 'steps', ...raw }))

const text = z.record(z.string(), z.string())
const integer = z.bigint().transform(Number)

const programCase = z.strictObject({
  argv: z.array(z.string()),
  stdin: z.string().default(''),
  files: text.default({}),
  stdout: z.string().default(''),
  exit: integer.default(0),
  writes: text.default({}),
}).transform((raw): Case => ({
  kind: 'program', argv: raw.argv, stdin: raw.stdin, files: raw.files,
  expect: { stdout: raw.stdout, exit: raw.exit, files: raw.writes },
}))

/** A case says by its keys what it is: `argv` a program, `make` an object with steps, `call` a function. */
const anyCase = z.unknown().transform((raw, context): Case => {
  const keys = raw !== null && typeof raw === 'object' ? Object.keys(raw) : []
  const shape = keys.includes('argv') ? programCase : keys.includes('make') ? stepsCase : callCase
  const parsed = shape.safeParse(raw)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) context.addIssue({ ...issue } as never)
  return z.NEVER
})

/** cases.toml, read with integers as `bigint`. */
export const CasesFile = z.strictObject({
  module: name.default(''),
  visible: z.array(anyCase).min(1, 'a task needs at least one visible case'),
  stated: z.array(anyCase).default([]),
  'held-out': z.array(anyCase).min(1, 'a task needs at least one held-out case'),
}).transform((raw): Cases => ({ module: raw.module, visible: raw.visible, statedOnly: raw.stated, heldOut: raw['held-out'] }))

/** The cases of the given sets, in a fixed order and without repeats: visible, stated, held-out. */
export function selectCases(cases: Cases, sets: readonly ('visible' | 'stated' | 'held-out')[]): readonly Case[] {
  const wanted = new Set<string>(sets)
  return [
    ...(wanted.has('visible') || wanted.has('stated') ? cases.visible : []),
    ...(wanted.has('stated') ? cases.statedOnly : []),
    ...(wanted.has('held-out') ? cases.heldOut : []),
  ]
}
