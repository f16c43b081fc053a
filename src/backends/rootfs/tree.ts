/** Finished trees in the cache: how they are recorded, recognised and checked. */
import { existsSync, lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { digestTree } from './digest.ts'
import { TREE_TIME } from './normalise.ts'

/** What is written beside a finished tree, last of all. */
export interface TreeRecord {
  recipeDigest: string
  contentDigest: string
  entries: number
}

/** The tree in the folder `place`, which the recipe digest names. */
export function treeDir(place: string): string {
  return join(place, 'tree')
}

/** Digests the tree in `place` and writes its record. */
export function recordTree(place: string, recipeDigest: string): TreeRecord {
  const { digest, entries } = digestTree(treeDir(place))
  const record = { recipeDigest, contentDigest: digest, entries }
  writeFileSync(recordPath(place), `${JSON.stringify(record, null, 2)}\n`)
  return record
}

/**
 * The state of the tree in `place`: its record, or why there is none. The check is the cheap one (40 ms for 6,000
 * entries): every entry still there and of the one time that the builder gave it. `verifyRootfs` reads the bytes.
 */
export function findTree(place: string, recipeDigest: string): TreeRecord | 'absent' | 'changed' {
  if (!existsSync(recordPath(place))) return 'absent'
  const record = readRecord(place)
  if (record === null) return 'changed'
  const isWhole = record.recipeDigest === recipeDigest && countUntouched(Buffer.from(treeDir(place))) === record.entries
  return isWhole ? record : 'changed'
}

/** Reads every byte of a root file system; `intact` is false where anything in it was changed since it was built. */
export function verifyRootfs(rootfs: { dir: string }): { intact: boolean; expected: string | null; found: string } {
  const expected = readRecord(dirname(rootfs.dir))?.contentDigest ?? null
  const found = digestTree(rootfs.dir).digest
  return { intact: found === expected, expected, found }
}

/** The record beside a tree; null where it can't be read as one. */
function readRecord(place: string): TreeRecord | null {
  try {
    const { recipeDigest, contentDigest, entries } = JSON.parse(readFileSync(recordPath(place), 'utf8')) as TreeRecord
    return { recipeDigest, contentDigest, entries }
  } catch {
    return null
  }
}

function recordPath(place: string): string {
  return join(place, 'rootfs.json')
}

function countUntouched(path: Buffer): number {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.mtimeMs !== TREE_TIME * 1000) return 0
  if (!stats.isDirectory()) return 1
  return readdirSync(path, 'buffer').reduce((sum, name) => sum + countUntouched(Buffer.concat([path, Buffer.from('/'), name])), 1)
}
