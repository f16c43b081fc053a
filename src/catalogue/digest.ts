import { createHash } from 'node:crypto'
import type { FolderFiles } from './folder.ts'

/**
 * SHA-256, in hex, over a folder's files in order of path: path, whether it may be executed, content. Neither times nor
 * owners nor empty folders count, as in git.
 */
export function folderDigest(files: FolderFiles): string {
  const digest = createHash('sha256')
  for (const { path, mode, bytes } of files.values()) {
    digest.update(`${path}\0${mode === 0o755 ? 'x' : '-'}\0${createHash('sha256').update(bytes).digest('hex')}\n`)
  }
  return digest.digest('hex')
}

/** SHA-256, in hex, over lines of text; the lines must not hold newlines themselves. */
export function linesDigest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.map((line) => `${line}\n`).join('')).digest('hex')
}
