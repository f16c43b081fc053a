/** The recipe digest: everything that decides a tree, and so the name of the tree in the cache. */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RootfsFailure } from './failure.ts'
import type { LockFile } from './lock-file.ts'
import type { Architecture, RootfsSource } from './types.ts'

/** To be raised with every change of this folder that changes a tree; `content` in the lock files shows a forgotten one. */
const RECIPE = 3

/** SHA-256 over suite, users, architecture, pinned packages, npm lock and the version of the builder, in hex. */
export async function recipeDigest(source: RootfsSource, architecture: Architecture, lock: LockFile): Promise<string> {
  const packages = lock.packages.map((one) => `${one.name} ${one.version} ${one.architecture} ${one.sha256}`).sort()
  const npm = source.npm === undefined ? null : await npmDigests(join(source.dir, source.npm))
  return hash('sha256', JSON.stringify({ recipe: RECIPE, suite: source.suite, users: source.users, architecture, packages, npm }))
}

async function npmDigests(folder: string): Promise<string[]> {
  return Promise.all(
    ['package.json', 'package-lock.json'].map(async (name) => {
      const text = await readFile(join(folder, name)).catch(() => null)
      if (text === null) throw new RootfsFailure(`${join(folder, name)} is missing: the npm folder of an environment needs both files.`)
      return hash('sha256', text)
    }),
  )
}
