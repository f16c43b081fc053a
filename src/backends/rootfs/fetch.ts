/** Gets pinned packages into the cache. Nothing is used whose SHA-256 isn't the lock's. */
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadPackages, type AptOptions } from './apt.ts'
import { fileDigest, type Cache } from './cache.ts'
import { lastWords } from './command.ts'
import { RootfsFailure } from './failure.ts'
import type { PinnedPackage } from './types.ts'

/** Where the cache keeps a Debian package. */
export function debPath(cache: Cache, one: PinnedPackage): string {
  return join(cache.debs, `${one.sha256}.deb`)
}

/** The Debian packages among the pinned. */
export function debsOf(packages: readonly PinnedPackage[]): PinnedPackage[] {
  return packages.filter((one) => !one.source.startsWith('npm:'))
}

/**
 * Puts what is missing of `packages` into the cache; without network where nothing is. Gives the packages that the
 * mirror didn't have as pinned, with apt's words on why.
 */
export async function fetchDebs(
  packages: readonly PinnedPackage[],
  cache: Cache,
  options: AptOptions,
  log: (line: string) => void,
): Promise<{ missing: PinnedPackage[]; because: string }> {
  const absent = await verifyCached(packages, cache)
  if (absent.length === 0) return { missing: [], because: '' }

  if (options.offline === true) return { missing: absent, because: 'the cache has not got them, and this build is to use it alone' }
  const megabytes = absent.reduce((sum, one) => sum + one.size, 0) / 1e6
  log(`fetching ${absent.length} package${absent.length === 1 ? '' : 's'} (${megabytes.toFixed(1)} MB) from ${options.mirror}`)
  const dir = await mkdtemp(join(options.tmpDir, 'fetch-'))
  try {
    const result = await downloadPackages(absent, dir, options)
    const missing: PinnedPackage[] = []
    for (const one of absent) {
      const file = join(dir, one.sha256)
      if ((await fileDigest(file)) === one.sha256) await rename(file, debPath(cache, one))
      else missing.push(one)
    }
    return { missing, because: lastWords(result) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Checks every cached package against the lock, and gives those that the cache hasn't got. */
async function verifyCached(packages: readonly PinnedPackage[], cache: Cache): Promise<PinnedPackage[]> {
  const absent: PinnedPackage[] = []
  for (const one of packages) {
    const digest = await fileDigest(debPath(cache, one))
    if (digest === null) absent.push(one)
    else if (digest !== one.sha256) {
      throw new RootfsFailure(
        `${debPath(cache, one)} is not ${one.name} ${one.version}: its SHA-256 is ${digest}. ` +
          'Somebody or something changed it; delete it to have it fetched again.',
      )
    }
  }
  return absent
}
