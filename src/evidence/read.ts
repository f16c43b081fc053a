import { createHash } from 'node:crypto'
import { openRegular } from './paths.ts'

/** Longer than any file of a run of a hundred thousand trials; a sparse file of a terabyte is not read at all. */
export const LONGEST_FILE = 4 * 2 ** 30
const CHUNK = 1 << 18

export type Digested = { readonly sha256: string; readonly bytes: number } | { readonly because: string }

/** SHA-256 of a regular file, read in pieces. */
export async function digestFile(path: string | Buffer, most: number = LONGEST_FILE): Promise<Digested> {
  const opened = await openRegular(path)
  if ('because' in opened) return opened
  try {
    if (opened.size > most) return { because: `has ${opened.size} bytes, more than the ${most} that are read` }
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(4096, opened.size + 1)))
    let bytes = 0
    for (;;) {
      const { bytesRead } = await opened.handle.read(buffer, 0, buffer.length, bytes)
      if (bytesRead === 0) return { sha256: hash.digest('hex'), bytes }
      hash.update(buffer.subarray(0, bytesRead))
      bytes += bytesRead
      if (bytes > most) return { because: `grows while it is read` }
    }
  } finally {
    await opened.handle.close()
  }
}

export type ReadWhole = { readonly bytes: Buffer } | { readonly because: string }

/** A small regular file as a whole. */
export async function readSmall(path: string | Buffer, most: number): Promise<ReadWhole> {
  const opened = await openRegular(path)
  if ('because' in opened) return opened
  try {
    if (opened.size > most) return { because: `has ${opened.size} bytes, more than the ${most} that are read` }
    const buffer = Buffer.alloc(opened.size + 1)
    let bytes = 0
    for (;;) {
      const { bytesRead } = await opened.handle.read(buffer, bytes, buffer.length - bytes, bytes)
      bytes += bytesRead
      if (bytesRead === 0) return { bytes: buffer.subarray(0, bytes) }
      if (bytes === buffer.length) return { because: 'grows while it is read' }
    }
  } finally {
    await opened.handle.close()
  }
}

/** One line of a file: its bytes without the newline. `cut`: the file ends without one. `too-long`: it was passed over. */
export interface Line { readonly number: number; readonly state: 'whole' | 'cut' | 'too-long'; readonly bytes: Buffer }

/** The lines of a file, one at a time; holds no more than the longest of them. */
export async function* linesOf(path: string | Buffer, longest: number): AsyncGenerator<Line | { readonly because: string }> {
  const opened = await openRegular(path)
  if ('because' in opened) {
    yield opened
    return
  }
  try {
    if (opened.size > LONGEST_FILE) {
      yield { because: `has ${opened.size} bytes, more than the ${LONGEST_FILE} that are read` }
      return
    }
    const buffer = Buffer.allocUnsafe(CHUNK)
    let parts: Buffer[] = []
    let length = 0
    let [number, at] = [1, 0]
    const take = (piece: Buffer): void => {
      length += piece.length
      if (length <= longest) parts.push(Buffer.from(piece))
      else parts = []
    }
    const line = (whole: boolean): Line => {
      const state = length > longest ? 'too-long' : whole ? 'whole' : 'cut'
      const made: Line = { number: number++, state, bytes: Buffer.concat(parts) }
      parts = []
      length = 0
      return made
    }
    for (;;) {
      const { bytesRead } = await opened.handle.read(buffer, 0, CHUNK, at)
      if (bytesRead === 0 || at > LONGEST_FILE) break
      at += bytesRead
      let from = 0
      for (let end = buffer.indexOf(10, from); end !== -1 && end < bytesRead; end = buffer.indexOf(10, from)) {
        take(buffer.subarray(from, end))
        yield line(true)
        from = end + 1
      }
      if (from < bytesRead) take(buffer.subarray(from, bytesRead))
    }
    if (length > 0) yield line(false)
  } finally {
    await opened.handle.close()
  }
}
