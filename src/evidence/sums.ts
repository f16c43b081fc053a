import { createHash } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './folder.ts'
import type { BytePath } from './paths.ts'
import { onDisk, walk } from './paths.ts'
import { digestFile } from './read.ts'

export const SUMS = 'SHA256SUMS'
export const SEAL = 'seal.json'
/** What the sums don't list: themselves, and the seal, which holds their digest. */
export const UNLISTED: ReadonlySet<string> = new Set([SUMS, SEAL])

/** The name of a lock, which lies in a run's folder while a process of that pid and start writes to it, also while it seals. */
export const LOCK = /^lock-(\d+)-(\d+)$/

/** A line as `sha256sum` writes and reads it: a name with a backslash, newline or carriage return is escaped and says so. */
export function sumLine(sha256: string, path: BytePath): string {
  const escaped = path.replace(/[\\\n\r]/g, (unit) => (unit === '\n' ? '\\n' : unit === '\r' ? '\\r' : '\\\\'))
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`
}

/** A line of such a file without its newline, or null. */
export function readSumLine(line: string): { readonly sha256: string; readonly path: BytePath } | null {
  const [, escaped, sha256, name] = /^(\\?)([0-9a-f]{64}) [ *]([^\n]+)$/s.exec(line) ?? []
  if (sha256 === undefined || name === undefined) return null
  if (escaped === '') return { sha256, path: name }
  if (/\\(?![\\nr])/.test(name.replaceAll('\\\\', ''))) return null
  return { sha256, path: name.replace(/\\([\\nr])/g, (_, unit: string) => (unit === 'n' ? '\n' : unit === 'r' ? '\r' : '\\')) }
}

/**
 * Writes SHA256SUMS over every regular file of a run, in the order of `walk`, on disk before it is seen. Gives its own
 * SHA-256, and how many files it lists. What is no regular file isn't listed, and is told by who verifies.
 */
export async function writeSums(dir: string): Promise<{ readonly sha256: string; readonly files: number }> {
  const draft = join(dir, `${SUMS}.new`)
  const handle = await open(draft, 'w', 0o644)
  const hash = createHash('sha256')
  let files = 0
  try {
    let text = ''
    const flush = async (): Promise<void> => {
      const bytes = Buffer.from(text, 'latin1')
      text = ''
      hash.update(bytes)
      await handle.writeFile(bytes)
    }
    for await (const { path, kind } of walk(dir)) {
      if (kind !== 'file' || UNLISTED.has(path) || path === `${SUMS}.new` || LOCK.test(path)) continue
      const digested = await digestFile(onDisk(dir, path))
      if ('because' in digested) throw new Error(`${join(dir, path)} ${digested.because}`)
      text += sumLine(digested.sha256, path)
      files += 1
      if (text.length > 1 << 16) await flush()
    }
    await flush()
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(dir, SUMS))
  await syncFolder(dir)
  return { sha256: hash.digest('hex'), files }
}
