/** Fills an empty folder with the root file system of a lock. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { alternativesOf, linkAlternatives } from './alternatives.ts'
import { extractDeb, mergeUsr } from './extract.ts'
import { debPath, debsOf } from './fetch.ts'
import { cacheLibraries, compilePython } from './inside.ts'
import type { LockFile } from './lock-file.ts'
import { normalise } from './normalise.ts'
import { fetchNode, placeModules, placeNode } from './npm.ts'
import type { Obtaining } from './obtain.ts'
import { furnish } from './skeleton.ts'

/** Makes `tree`. The packages of `lock` are in the cache and verified. */
export async function assembleTree(how: Obtaining, lock: LockFile, tree: string): Promise<void> {
  const { source, cache, log } = how
  const { signal, offline = false } = how.apt
  const debs = debsOf(lock.packages)

  log(`${source.id}: unpacking ${debs.length} packages`)
  await mkdir(tree)
  await mergeUsr(tree)
  for (const one of debs) await extractDeb(debPath(cache, one), tree, `${one.name} ${one.version}`, signal)

  await furnish(tree, source.users)
  const alternatives = await Promise.all(debs.map((one) => alternativesOf(debPath(cache, one))))
  await linkAlternatives(tree, alternatives.flat())

  const node = lock.packages.find((one) => one.source.startsWith('npm:'))
  if (node !== undefined) await placeNode(await fetchNode(node, cache, how.apt.tmpDir, log, { signal, offline }), tree, signal)
  if (source.npm !== undefined) {
    log(`${source.id}: installing the modules of ${source.npm}/package-lock.json`)
    await placeModules(join(source.dir, source.npm), tree, cache, { signal, offline })
  }

  log(`${source.id}: finishing the tree`)
  await cacheLibraries(tree, signal)
  await compilePython(tree, signal)
  normalise(tree)
}
