import type { z } from 'zod'
import { printable } from '../../schema/index.ts'

export type Read<T> = { readonly value: T; readonly raw: Readonly<Record<string, unknown>> } | { readonly kind: 'future' | 'malformed'; readonly what: string }

/** Deeper than any document of a run: a reader of hostile JSON must not run out of stack. */
const DEEPEST = 64

/** Reads one JSON document of a known version. `raw` is what the text said, before anything was dropped or filled in. */
export function readJson<T>(text: string, schema: z.ZodType<T>): Read<T> {
  if (depthOf(text) > DEEPEST) return { kind: 'malformed', what: 'is nested deeper than any document of a run' }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { kind: 'malformed', what: 'is no JSON' }
  }
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return { kind: 'malformed', what: 'is no JSON object' }
  const version = (raw as { schema?: unknown }).schema
  if (typeof version === 'number' && version > 1) return { kind: 'future', what: `has schema ${version}, and this version reads 1: use the version of polygraph that wrote it, or a later one` }
  const parsed = schema.safeParse(raw)
  if (parsed.success) return { value: parsed.data, raw: raw as Record<string, unknown> }
  const issue = parsed.error.issues[0]
  return { kind: 'malformed', what: printable(`does not have its form: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`, { limit: 200 }) }
}

function depthOf(text: string): number {
  let [depth, most, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (quoted) {
      if (unit === 0x5c) at += 1
      else if (unit === 0x22) quoted = false
    } else if (unit === 0x22) quoted = true
    else if (unit === 0x7b || unit === 0x5b) most = Math.max(most, ++depth)
    else if (unit === 0x7d || unit === 0x5d) depth -= 1
  }
  return most
}

/** The same value, written by the same program: key for key in the same order. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
