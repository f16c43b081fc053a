import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { extract, pack, type Header } from 'tar-stream'
import type { Bounds, FileEntry, FileType, ReadResult } from '../../contract/index.ts'

/** The bit of a regular file, which no tar holds: without it the library takes mode 0 for none given. */
const REGULAR = 0o100000

/** Files as a tar that is to be unpacked at / of a fork. `ids` is the numeric user and group of each role. */
export async function packed(files: readonly FileEntry[], ids: (role: FileEntry['owner']) => number): Promise<Buffer> {
  const archive = pack()
  for (const { path, bytes, mode, owner } of files) archive.entry({ name: path.replace(/^\/+/, ''), mode: mode | REGULAR, uid: ids(owner), gid: ids(owner), mtime: new Date(0) }, Buffer.from(bytes))
  archive.finalize()
  return buffer(archive)
}

const TYPES: Readonly<Partial<Record<NonNullable<Header['type']>, FileType>>> = {
  directory: 'directory', symlink: 'link', fifo: 'fifo', 'character-device': 'character-device', 'block-device': 'block-device',
}

/**
 * What the first entry of a tar says of a path. The archive is hostile and may be cut: a file of which not all came is
 * `too-large`, with the size that its header gives. Null where there is no entry that can be read.
 */
export async function entryOf(path: string, archive: Uint8Array, { bytesPerFile, bytes }: Bounds): Promise<ReadResult | null> {
  const reader = extract()
  const source = Readable.from([Buffer.from(archive)])
  source.pipe(reader)
  try {
    for await (const entry of reader) {
      const { type, size = 0, mode = 0 } = entry.header
      if (type !== 'file' && type !== 'contiguous-file' && type !== 'link') return { path, state: 'not-regular', type: TYPES[type ?? 'directory'] ?? 'directory' }
      if (size > Math.min(bytesPerFile, bytes)) return { path, state: 'too-large', size }
      const content = await buffer(entry)
      // The number of names isn't in a tar; one is what a reader may count on.
      return content.length === size ? { path, state: 'file', bytes: content, mode: mode & 0o7777, links: 1 } : { path, state: 'too-large', size }
    }
  } catch {
    return null
  } finally {
    source.destroy()
    reader.destroy()
  }
  return null
}
