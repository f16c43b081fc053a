import { buildRootfs, defaultCacheDir } from '../../src/backends/rootfs/index.ts'
import { loadCatalogue, problemText, projectRoot } from '../../src/catalogue/index.ts'

/** Builds every environment of the catalogue, one after the other; those in the cache take no time. */
const loaded = await loadCatalogue({ dirs: [projectRoot()] })
if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'))
for (const environment of loaded.catalogue.environments.values()) {
  const built = await buildRootfs(environment, { cacheDir: defaultCacheDir(), log: (line) => process.stderr.write(`${line}\n`) })
  if (!built.ok) throw new Error(`environment ${environment.id}: ${built.because}`)
}
