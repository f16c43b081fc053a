import type { z } from 'zod'
import { printable } from '../schema/index.ts'
import type { TomlPath } from './locate.ts'
import { nearest, suggest } from './nearest.ts'
import { keysAt, wordsAt } from './keys.ts'

/** What a schema found wrong at one path of a document, in words for whoever wrote it. */
export interface Fault { readonly path: TomlPath; readonly what: string; readonly fix: string }

/** Words for the issues of a schema. `document` is what was parsed; `more` names keys that the schema can't tell. */
export function faultsOf(issues: readonly z.core.$ZodIssue[], schema: z.ZodType, document: unknown, more: readonly string[] = []): readonly Fault[] {
  const meant = new Set<string>()
  const unknown = issues.flatMap((issue): readonly Fault[] => {
    if (issue.code !== 'unrecognized_keys') return []
    const known = keysAt(schema, issue.path)
    const given = valueAt(document, issue.path)
    const free = (known.length > 0 ? known : more).filter((key) => !isTable(given) || !Object.hasOwn(given, key))
    return issue.keys.map((key) => {
      const near = nearest(key, free)
      if (near !== null) meant.add(fieldOf([...issue.path, near]))
      return { path: [...issue.path, key], what: `"${printable(key)}" is no key that is known here`, fix: suggest(key, free) }
    })
  })
  const others = issues.flatMap((issue): readonly Fault[] => {
    // A mistyped key is one mistake: the key that was meant is not told as missing as well.
    if (issue.code === 'unrecognized_keys' || meant.has(fieldOf(issue.path))) return []
    if (issue.path.length > 0 && valueAt(document, issue.path) === undefined) {
      return [{ path: issue.path, what: 'is missing', fix: `add ${String(issue.path.at(-1))} = ${example(issue, wordsAt(schema, issue.path))}` }]
    }
    if (issue.code === 'invalid_union') return [{ path: issue.path, ...choice(valueAt(document, issue.path), wordsAt(schema, issue.path)) }]
    return [{ path: issue.path, ...wording(issue, valueAt(document, issue.path)) }]
  })
  return [...others, ...unknown]
}

/** A path as people write it in TOML: `metadata.polygraph.mutants[1].id`, positions from 0. */
export function fieldOf(path: TomlPath): string {
  return path.map((part, index) => typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${printable(String(part))}`).join('')
}

function wording(issue: z.core.$ZodIssue, value: unknown): { what: string; fix: string } {
  switch (issue.code) {
    case 'invalid_type': return { what: `is ${article(typeName(value))}`, fix: `write ${EXAMPLES[issue.expected] ?? `a ${issue.expected}`}` }
    case 'invalid_value': return { what: `${shown(value)} is not one of ${list(issue.values)}`, fix: suggest(String(value), issue.values.map(String)) }
    case 'invalid_format': return { what: `${shown(value)} does not fit: ${issue.message}`, fix: 'write it in that form' }
    case 'too_small': return { what: sentence(issue.message), fix: `give at least ${String(issue.minimum)}` }
    case 'too_big': return { what: sentence(issue.message), fix: `give at most ${String(issue.maximum)}` }
    default: return { what: sentence(issue.message), fix: 'change it so that this holds' }
  }
}

/** What tells the forms of a union apart has a word that none of them knows. */
function choice(value: unknown, words: readonly string[]): { what: string; fix: string } {
  if (words.length === 0) return { what: `${shown(value)} has none of the forms that are known here`, fix: 'see docs/' }
  return { what: `${shown(value)} is not one of ${list(words)}`, fix: suggest(String(value), words) }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  string: 'text in quotes', boolean: 'true or false', array: 'a list: ["…"]', object: 'a table', record: 'a table',
  number: 'a number', int: 'a whole number', bigint: 'a whole number',
}

function example(issue: z.core.$ZodIssue, words: readonly string[]): string {
  if (words.length > 0) return words.map((word) => JSON.stringify(word)).join(' or ')
  if (issue.code !== 'invalid_type') return '…'
  return { string: '"…"', boolean: 'true or false', array: '["…"]', number: 'a number', object: '{ … }' }[issue.expected as string] ?? '…'
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (value instanceof Date) return 'date'
  return { string: 'text', bigint: 'number', object: 'table' }[typeof value as string] ?? typeof value
}

const article = (name: string): string => name === 'text' ? name : `a ${name}`
const shown = (value: unknown): string => typeof value === 'string' ? `"${printable(value, { limit: 60 })}"` : article(typeName(value))
const list = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ')
const sentence = (message: string): string => printable(message, { limit: 400 })

function isTable(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function valueAt(document: unknown, path: TomlPath): unknown {
  let value = document
  for (const part of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}
