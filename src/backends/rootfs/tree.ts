/** Finished trees in the cache: how they are recorded, recognised and checked. */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestTree } from './digest.ts'
import { TREE_TIME } from './normalise.ts'

/** What is written beside a finished tree. */
export interface TreeRecord {
  recipeDigest: string
  contentDigest: string
  entries: number
  bytes: number
}

const RECORD = 'rootfs.json'

/** The tree itself, inside the folder that the recipe digest names. */
export function treeDir(place: string): string {
  return join(place, 'tree')
}

export async function recordTree(place: string, record: TreeRecord): Promise<void> {
  await writeFile(join(place, RECORD), `${JSON.stringify(record, null, 2)}\n`)
}

/**
 * The record of a finished tree; null where there is none, or where it isn't the tree of that recipe. A cheap check:
 * the record is written last and the folder renamed into place, so a tree that has one is whole.
 */
export function findTree(place: string, recipeDigest: string): TreeRecord | null {
  if (!existsSync(join(place, RECORD)) || !existsSync(treeDir(place))) return null
  const record = JSON.parse(readFileSync(join(place, RECORD), 'utf8')) as TreeRecord
  const untouched = lstatSync(treeDir(place)).mtimeMs === TREE_TIME * 1000
  return record.recipeDigest === recipeDigest && untouched ? record : null
}

/** Reads every byte of a finished tree. `found` differs from `expected` where something in it was changed. */
export function verifyTree(place: string): { intact: boolean; expected: string; found: string } {
  const record = JSON.parse(readFileSync(join(place, RECORD), 'utf8')) as TreeRecord
  const found = digestTree(treeDir(place)).digest
  return { intact: found === record.contentDigest, expected: record.contentDigest, found }
}
