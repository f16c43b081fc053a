import type { z } from 'zod'
import type { TomlPath } from './locate.ts'

type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
}

/** The keys that a schema allows at a path; none where it doesn't say (a record, or a value read by hand). */
export function keysAt(schema: z.ZodType, path: TomlPath): readonly string[] {
  return [...new Set(schemasAt(schema, path).flatMap((here) => Object.keys(definitionOf(here).shape ?? {})))]
}

/** The words that a schema allows at a path, as far as it lists them. */
export function wordsAt(schema: z.ZodType, path: TomlPath): readonly string[] {
  return [...new Set(schemasAt(schema, path).flatMap((here) => definitionOf(here).values ?? []).map(String))]
}

/** Every schema that may hold at a path: more than one below a union. */
function schemasAt(schema: z.ZodType, path: TomlPath): readonly z.ZodType[] {
  let here = unwrapped(schema)
  for (const part of path) {
    here = here.map(definitionOf)
      .map(({ element, shape }) => typeof part === 'number' ? element : shape?.[String(part)])
      .filter((next) => next !== undefined)
      .flatMap(unwrapped)
  }
  return here
}

/** Defaults, optionals, transforms and unions stand around the schemas of what is written in the file. */
function unwrapped(schema: z.ZodType): readonly z.ZodType[] {
  const { innerType, in: input, options } = definitionOf(schema)
  const inner = innerType ?? input
  if (inner !== undefined) return unwrapped(inner)
  return options === undefined ? [schema] : options.flatMap(unwrapped)
}

function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition
}
