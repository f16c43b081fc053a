/** The disk of an environment: the very tree that forks by namespaces stand on, so that what is changed on it compares. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { BackendUnavailable } from '../../../contract/index.ts'
import type { Environment } from '../../../schema/index.ts'
import { buildRootfs, type Drift } from '../../rootfs/index.ts'
import { makeDisk } from './erofs.ts'
import { ensurePart, type Part } from './store.ts'
import type { Building } from './system.ts'

/** `content` is the digest that the namespaces backend gives the same environment. */
export interface EnvironmentDisk { readonly part: Part; readonly content: string; readonly drift: readonly Drift[] }

/** The disk of an environment: from the cache, every byte checked, or built. */
export async function environmentPart(environment: Environment, { cacheDir, log, signal, mirror, offline }: Building): Promise<EnvironmentDisk> {
  const rootfs = await buildRootfs(environment, { cacheDir, log, signal, mirror, offline })
  if (!rootfs.ok) throw new BackendUnavailable('prepare', rootfs.because)
  const recipe = createHash('sha256').update(`environment 1 ${rootfs.contentDigest}`).digest('hex')
  const part = await ensurePart(cacheDir, { kind: 'environment', recipe, tree: rootfs.contentDigest, packages: rootfs.packages }, log, async (dir) => {
    log(`${environment.id}: making its disk`)
    await makeDisk(rootfs.dir, join(dir, 'environment.erofs'), rootfs.contentDigest, signal)
    return ['environment.erofs']
  })
  return { part, content: rootfs.contentDigest, drift: rootfs.drift }
}
