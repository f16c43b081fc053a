import { createHash } from 'node:crypto'
import type { Kept } from '../schema/index.ts'
import { printable } from '../schema/index.ts'

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Room for copies of what was printed, in characters; taken by whoever comes first, so that a trial's evidence is bounded. */
export interface Room { left: number }

/**
 * What is kept of a stream: the digest of the whole, and a copy of at most `limit` characters and of what room is left, from
 * both ends where the stream is longer. Null: there was nothing.
 */
export function keep(bytes: Uint8Array, limit: number, room: Room = { left: Infinity }): Kept | null {
  if (bytes.length === 0) return null
  const most = Math.max(0, Math.min(limit, room.left))
  const { text, whole } = copyOf(bytes, most)
  room.left -= text.length
  return { bytes: bytes.length, sha256: sha256(bytes), text, whole }
}

/** A character takes at most four bytes, so no more than that is ever decoded, however long a stream is. */
function copyOf(bytes: Uint8Array, most: number): { text: string; whole: boolean } {
  if (bytes.length <= most) {
    const text = shown(bytes)
    if (text.length <= most) return { text, whole: true }
  }
  const half = Math.floor(most / 2)
  if (half === 0) return { text: '', whole: false }
  const first = shown(bytes.subarray(0, half)).slice(0, half)
  const last = shown(bytes.subarray(Math.max(half, bytes.length - half))).slice(-half)
  return { text: `${first}\n…\n${last}`, whole: false }
}

function shown(bytes: Uint8Array): string {
  return printable(new TextDecoder('utf-8').decode(bytes), { limit: Infinity, multiline: true })
}

/** A word of a command, whole where it is short; else its beginning, its length and its digest. */
export function word(text: string, limit = 240): string {
  if (text.length <= limit) return printable(text, { limit, multiline: true })
  return `${printable(text.slice(0, limit / 2), { multiline: true })}… (${text.length} characters, SHA-256 ${sha256(text)})`
}
