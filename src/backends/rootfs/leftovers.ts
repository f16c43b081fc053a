/** What killed builds left in the cache. The next build sweeps it as well. */
import { existsSync, lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { openCache } from './cache.ts'
import { findDead } from './workshop.ts'

/** Folders of dead builds in the cache, as absolute paths. An absent cache has none and isn't made; another user's is left alone. */
export async function findDeadBuilds(cacheDir: string): Promise<string[]> {
  if (!existsSync(cacheDir) || lstatSync(cacheDir).uid !== process.getuid?.()) return []
  return findDead(await openCache(resolve(cacheDir)))
}

/** Removes one folder that `findDeadBuilds` gave. */
export async function removeDeadBuild(dir: string): Promise<void> {
  if (!dirname(dir).endsWith('/tmp')) throw new Error(`${dir} is no folder of a build`)
  await rm(dir, { recursive: true, force: true })
}
