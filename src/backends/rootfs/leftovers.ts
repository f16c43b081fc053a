/** What killed builds left in the cache. The next build sweeps it as well. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openCache } from './cache.ts'
import { findDead } from './workshop.ts'

/** Folders of dead builds in the cache, as absolute paths; an absent cache has none and isn't made. */
export async function findDeadBuilds(cacheDir: string): Promise<string[]> {
  return existsSync(cacheDir) ? findDead(await openCache(cacheDir)) : []
}

/** Removes one folder that `findDeadBuilds` gave. */
export async function removeDeadBuild(dir: string): Promise<void> {
  if (!dirname(dir).endsWith('/tmp')) throw new Error(`${dir} is no folder of a build`)
  await rm(dir, { recursive: true, force: true })
}
