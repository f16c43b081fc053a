import { parse, TomlError } from 'smol-toml'
import type { z } from 'zod'
import { printable } from '../schema/index.ts'
import { decode } from './folder.ts'
import { faultsOf, fieldOf } from './issues.ts'
import { locator } from './locate.ts'
import type { TomlPath } from './locate.ts'
import type { Folder, Problems } from './problems.ts'

/** A TOML file that fits its schema. `line` finds a path in its source, for what only other files can tell is wrong. */
export interface Document<T> { readonly value: T; readonly file: string; readonly line: (path: TomlPath) => number | null }

/**
 * Reads a folder's TOML file by a schema. Everything wrong with it is added to `problems`, and the answer is then null.
 * `integers: 'exact'` gives integers as `bigint`, so that case files lose none.
 */
export function readDocument<T>(
  folder: Folder, file: string, schema: z.ZodType<T>, problems: Problems,
  { integers = 'number', more = [] }: { integers?: 'number' | 'exact'; more?: readonly string[] } = {},
): Document<T> | null {
  const source = readText(folder, file, problems)
  if (source === null) return null
  const document = parsed(folder, file, source, problems, integers)
  if (document === null) return null
  const result = schema.safeParse(document.value)
  const line = locator(source)
  if (result.success) return { value: result.data, file, line }
  for (const { path, what, fix } of faultsOf(result.error.issues, schema, document.value, more)) {
    // A key that is missing from the top level is missing from the whole file.
    problems.at(folder, file, { line: line(path) ?? 1, field: fieldOf(path), what, fix })
  }
  return null
}

/** The text of a file that must be there, or null with the problem added. */
export function readText(folder: Folder, file: string, problems: Problems): string | null {
  const found = folder.files.get(file)
  if (found === undefined) {
    problems.at(folder, file, { what: 'is missing', fix: `write it; docs/ says how to add ${folder.kind === 'agents' || folder.kind === 'environments' ? 'an' : 'a'} ${folder.kind.slice(0, -1)}` })
    return null
  }
  const text = decode(found.bytes)
  if (text === null) problems.at(folder, file, { what: 'is not UTF-8', fix: 'save it as UTF-8' })
  return text
}

function parsed(folder: Folder, file: string, source: string, problems: Problems, integers: 'number' | 'exact'): { value: unknown } | null {
  try {
    return { value: integers === 'exact' ? parse(source, { integersAsBigInt: true }) : parse(source) }
  } catch (cause) {
    const line = cause instanceof TomlError ? cause.line : null
    const message = (cause as Error).message.split('\n')[0]!.replace(/^Invalid TOML document: /, '')
    problems.at(folder, file, { line, what: `is not TOML: ${printable(message)}`, fix: 'correct the syntax (toml.io)' })
    return null
  }
}
