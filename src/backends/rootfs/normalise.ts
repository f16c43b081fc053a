/** Makes a finished tree the same for every builder: modes without special bits, one time for everything. */
import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs'

/** Seconds since 1970 that every file of a tree is dated: the release of Debian 12. A later time on a file means that it was changed. */
export const TREE_TIME = 1_686_355_200

/** Drops setuid, setgid and the write bits of group and others (folders with the sticky bit keep theirs), then sets all times. */
export function normalise(dir: string): void {
  visit(Buffer.from(dir))
}

function visit(path: Buffer): void {
  const stats = lstatSync(path)
  if (!stats.isSymbolicLink()) {
    const mode = stats.mode & 0o7777
    const wanted = stats.isDirectory() ? folderMode(mode) : (mode & 0o755) | 0o600
    if (wanted !== mode) chmodSync(path, wanted)
  }
  if (stats.isDirectory()) {
    for (const name of readdirSync(path, 'buffer')) visit(Buffer.concat([path, Buffer.from('/'), name]))
  }
  // After its children: making and changing them touches the folder.
  lutimesSync(path, TREE_TIME, TREE_TIME)
}

function folderMode(mode: number): number {
  return (mode & 0o1000) !== 0 ? 0o1777 : (mode & 0o755) | 0o700
}
