import { printable } from '../schema/index.ts'

/** Characters of a claim that a row keeps. A row is read by people and by every later step; the evidence holds more. */
const LIMIT = 8000

/**
 * Bytes of an agent as text that a row can hold: invalid UTF-8 replaced, controls made visible, and both ends kept of
 * what is too long, since a claim is made at the end as often as at the beginning.
 */
export function bounded(bytes: Uint8Array, limit: number = LIMIT): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  if (text.length <= limit) return printable(text, { limit, multiline: true })
  const half = Math.floor(limit / 2)
  const ends = [text.slice(0, half), text.slice(text.length - half)].map((end) => printable(end, { limit: half, multiline: true }))
  return `${ends[0]}\n… ${text.length - 2 * half} characters left out …\n${ends[1]}`
}
