import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRootfs, defaultCacheDir } from '../../src/backends/rootfs/index.ts'
import { loadCatalogue, problemText, projectRoot } from '../../src/catalogue/index.ts'

/**
 * Builds every environment, one after the other; those in the cache take no time. Reads a copy that holds nothing else, so
 * that a mistake in an agent or a task is the affair of the tests about it and not of all of them.
 */
const place = await mkdtemp(join(tmpdir(), 'polygraph-environments-'))
try {
  await cp(join(projectRoot(), 'environments'), join(place, 'environments'), { recursive: true })
  const loaded = await loadCatalogue({ dirs: [place] })
  if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'))
  for (const environment of loaded.catalogue.environments.values()) {
    const built = await buildRootfs(environment, { cacheDir: defaultCacheDir(), log: (line) => process.stderr.write(`${line}\n`) })
    if (!built.ok) throw new Error(`environment ${environment.id}: ${built.because}`)
  }
} finally {
  await rm(place, { recursive: true, force: true })
}
