import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { lstat, open, readdir } from 'node:fs/promises'
import { printable } from '../schema/index.ts'

/**
 * Paths below a run's folder, as text in which each character is one byte, so that any name a file system can hold is kept,
 * compared and written as it is. `shownPath` gives the form that people read.
 */
export type BytePath = string

export function shownPath(path: BytePath): string {
  const text = new TextDecoder('utf-8').decode(Buffer.from(path, 'latin1'))
  return printable(text, { limit: 300 })
}

/** What stands at a path. An empty folder is told, since nothing below it can be. `other` is everything that no run folder holds: links, FIFOs, sockets, devices. */
export interface Found { readonly path: BytePath; readonly kind: 'file' | 'empty-folder' | 'other' | 'too-deep' }

/** Deeper than any run is; what lies below is told and not entered. */
const DEEPEST = 6

/**
 * Everything below a folder but the folders themselves, in order of path component by component, bytewise. Follows no link.
 * Holds the names of the folders on the way and no more.
 */
export async function* walk(root: string, below: BytePath = '', depth = 0): AsyncGenerator<Found> {
  const names = await readdir(onDisk(root, below), { encoding: 'buffer' })
  if (names.length === 0 && below !== '') yield { path: below, kind: 'empty-folder' }
  for (const name of names.toSorted(Buffer.compare)) {
    const path = below === '' ? name.toString('latin1') : `${below}/${name.toString('latin1')}`
    const stat = await lstat(onDisk(root, path)).catch(() => null)
    if (stat === null) continue
    if (!stat.isDirectory()) yield { path, kind: stat.isFile() ? 'file' : 'other' }
    else if (depth >= DEEPEST) yield { path, kind: 'too-deep' }
    else yield* walk(root, path, depth + 1)
  }
}

/** The order of `walk`: by path component, bytewise. */
export function comparePaths(a: BytePath, b: BytePath): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    if (left[at]! !== right[at]!) return left[at]! < right[at]! ? -1 : 1
  }
  return left.length - right.length
}

export function onDisk(root: string, path: BytePath): Buffer {
  return Buffer.concat([Buffer.from(path === '' ? root : `${root}/`), Buffer.from(path, 'latin1')])
}

export type Opened = { readonly handle: FileHandle; readonly size: number } | { readonly because: string }

/** Opens a regular file and nothing else: the last component is no link, and a FIFO doesn't make the reader wait. */
export async function openRegular(path: string | Buffer): Promise<Opened> {
  let handle: FileHandle
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch (thrown) {
    return { because: because((thrown as NodeJS.ErrnoException).code) }
  }
  const stat = await handle.stat()
  if (stat.isFile()) return { handle, size: stat.size }
  await handle.close()
  return { because: 'is no regular file' }
}

function because(code: string | undefined): string {
  switch (code) {
    case 'ENOENT': case 'ENOTDIR': return 'is missing'
    case 'ELOOP': return 'is a link'
    case 'ENXIO': return 'is no regular file'
    default: return `can't be read (${code ?? 'unknown'})`
  }
}
