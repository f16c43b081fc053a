/**
 * The digest of a tree: SHA-256 over its entries, sorted by the bytes of their paths. An entry is a header (type,
 * mode & 07777, length of path, length of payload), its path and its payload: the SHA-256 of a file, the target of a
 * link, nothing for a folder. No time, owner, inode or hard link plays a part, so the same packages give the same digest
 * on every host and for every user.
 */
import { createHash, hash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, readdirSync, readlinkSync } from 'node:fs'
import { RootfsFailure } from './failure.ts'

export interface TreeDigest {
  digest: string
  entries: number
  /** Sum of the sizes of the regular files. */
  bytes: number
}

// Names need not be UTF-8, and JavaScript sorts strings by UTF-16 units: paths stay bytes throughout.
const SLASH = Buffer.from('/')

/** Digests the tree at `dir`. Synchronous: of all ways measured it was the fastest, and it leaves no window for a swap. */
export function digestTree(dir: string): TreeDigest {
  const root = Buffer.from(dir)
  const total = createHash('sha256')
  let entries = 0
  let bytes = 0

  for (const path of pathsOf(root)) {
    const full = path.length === 0 ? root : Buffer.concat([root, SLASH, path])
    const stats = lstatSync(full)
    entries += 1
    if (stats.isDirectory()) add('d', stats.mode, path, Buffer.alloc(0))
    else if (stats.isSymbolicLink()) add('l', 0o777, path, readlinkSync(full, 'buffer'))
    else if (stats.isFile()) {
      const content = readFile(full)
      bytes += content.length
      add('f', stats.mode, path, hash('sha256', content, 'buffer'))
    } else throw new RootfsFailure(`${full.toString()} is neither a file, a folder nor a link.`)
  }
  return { digest: total.digest('hex'), entries, bytes }

  function add(type: string, mode: number, path: Buffer, payload: Buffer): void {
    const header = Buffer.alloc(11)
    header.write(type, 0, 'latin1')
    header.writeUInt16BE(mode & 0o7777, 1)
    header.writeUInt32BE(path.length, 3)
    header.writeUInt32BE(payload.length, 7)
    total.update(header).update(path).update(payload)
  }
}

/** Paths of everything under `root`, relative to it, sorted bytewise; the root itself is the empty path. */
function pathsOf(root: Buffer): Buffer[] {
  const found: Buffer[] = [Buffer.alloc(0)]
  const folders: Buffer[] = [Buffer.alloc(0)]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const full = folder.length === 0 ? root : Buffer.concat([root, SLASH, folder])
    for (const entry of readdirSync(full, { encoding: 'buffer', withFileTypes: true })) {
      const path = folder.length === 0 ? entry.name : Buffer.concat([folder, SLASH, entry.name])
      found.push(path)
      if (entry.isDirectory()) folders.push(path)
    }
  }
  return found.sort(Buffer.compare)
}

function readFile(path: Buffer): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    const content = Buffer.allocUnsafe(stats.size)
    let filled = 0
    while (filled < stats.size) {
      const count = readSync(descriptor, content, filled, stats.size - filled, null)
      if (count === 0) break
      filled += count
    }
    return content.subarray(0, filled)
  } finally {
    closeSync(descriptor)
  }
}
