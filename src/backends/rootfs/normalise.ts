/**
 * Makes a finished tree the same for every builder, whatever their umask: one time for everything, and of the modes
 * only whether a file is a program, a folder anybody's to write, or root's own.
 */
import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Seconds since 1970 that every file of a tree is dated: the release of Debian 12. Another time on a file means that it was changed. */
export const TREE_TIME = 1_686_355_200

const PRIVATE = ['root']

/** Gives files 0755 or 0644 and folders 0755 (1777 where they were sticky, 0700 for /root), then sets all times. */
export function normalise(tree: string): void {
  const priv = new Set(PRIVATE.map((name) => join(tree, name)))
  visit(Buffer.from(tree), priv)
}

function visit(path: Buffer, priv: ReadonlySet<string>): void {
  const stats = lstatSync(path)
  if (stats.isDirectory()) {
    const sticky = (stats.mode & 0o1000) !== 0
    setMode(path, stats.mode, priv.has(path.toString()) ? 0o700 : sticky ? 0o1777 : 0o755)
    for (const name of readdirSync(path, 'buffer')) visit(Buffer.concat([path, Buffer.from('/'), name]), priv)
  } else if (stats.isFile()) {
    setMode(path, stats.mode, (stats.mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
  // After its children: making and changing them touches the folder.
  lutimesSync(path, TREE_TIME, TREE_TIME)
}

function setMode(path: Buffer, mode: number, wanted: number): void {
  if ((mode & 0o7777) !== wanted) chmodSync(path, wanted)
}
