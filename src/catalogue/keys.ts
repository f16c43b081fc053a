import type { z } from 'zod'
import type { TomlPath } from './locate.ts'

type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly element?: z.ZodType
}

/** The keys that a schema allows at a path; none where it doesn't say (a record, or a value read by hand). */
export function keysAt(schema: z.ZodType, path: TomlPath): readonly string[] {
  let here: z.ZodType | undefined = unwrapped(schema)
  for (const part of path) {
    const definition = here?._zod.def as Definition | undefined
    const next = typeof part === 'number' ? definition?.element : definition?.shape?.[String(part)]
    here = next === undefined ? undefined : unwrapped(next)
  }
  const shape = (here?._zod.def as Definition | undefined)?.shape
  return shape === undefined ? [] : Object.keys(shape)
}

/** Defaults, optionals and transforms stand around the schema of what is written in the file. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema._zod.def as unknown as Definition
  const inner = innerType ?? input
  return inner === undefined ? schema : unwrapped(inner)
}
