/**
 * Built parts of an image: folders of the cache, each named by the digest of what decides it, each with a manifest of its
 * files. A folder is made beside its place and renamed, so that what is there is whole.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { makeDeep } from '../../make-deep.ts'
import { withWorkshop, withLock } from '../../rootfs/workshop.ts'
import { fileDigest, openCache } from '../../rootfs/cache.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const FileRecord = z.strictObject({ name: z.string().regex(/^[a-z0-9.-]+$/), size: z.number().int().nonnegative(), sha256: Sha256 })

/** What is written beside the files of a part. */
export const Manifest = z.strictObject({
  kind: z.enum(['system', 'environment', 'template']),
  /** Names the folder: over the packages, what is laid over them, and the version of the recipe. */
  recipe: Sha256,
  /** Of the tree that went in: of packages, or of the environment that a template was booted with. */
  tree: Sha256,
  files: z.array(FileRecord).min(1),
  packages: z.array(z.strictObject({ name: z.string(), version: z.string(), sha256: Sha256 })),
})
export type Manifest = z.infer<typeof Manifest>

/** What decides a part. */
export type Plan = Omit<Manifest, 'files' | 'packages'> & { readonly packages: readonly Manifest['packages'][number][] }

/** A part that was built. `digest` is over its files. */
export interface Part { readonly dir: string; readonly digest: string; readonly manifest: Manifest }

export type Found = Part | 'absent' | { readonly changed: string }

const MANIFEST = 'manifest.json'

export function imagesDir(cacheDir: string): string {
  return join(cacheDir, 'qemu')
}

export function partDir(cacheDir: string, kind: Manifest['kind'], recipe: string): string {
  return join(imagesDir(cacheDir), `${kind}-${recipe}`)
}

/** Reads every byte of a part; `changed` names the first file that isn't what it was when it was built. */
export async function findPart(dir: string): Promise<Found> {
  if (!existsSync(join(dir, MANIFEST))) return 'absent'
  const text = await readFile(join(dir, MANIFEST), 'utf8')
  const parsed = Manifest.safeParse(jsonOf(text))
  if (!parsed.success) return { changed: MANIFEST }
  for (const { name, size, sha256 } of parsed.data.files) {
    const facts = await stat(join(dir, name)).catch(() => null)
    if (facts?.size !== size || await fileDigest(join(dir, name)) !== sha256) return { changed: name }
  }
  return { dir, digest: digestOf(parsed.data), manifest: parsed.data }
}

/** Builds a part unless it is there, one process at a time. `fill` makes its files in an empty folder and names them. */
export async function ensurePart(cacheDir: string, plan: Plan, log: (line: string) => void, fill: (dir: string) => Promise<readonly string[]>): Promise<Part> {
  const place = partDir(cacheDir, plan.kind, plan.recipe)
  const cache = await openCache(cacheDir)
  await makeDeep(imagesDir(cacheDir))
  return withLock(join(cache.locks, `qemu-${plan.kind}-${plan.recipe}`), () => log(`another process makes the same ${plan.kind}; waiting`), async () => {
    const found = await findPart(place)
    if (typeof found === 'object' && 'dir' in found) return found
    if (found !== 'absent') throw new ChangedImage(place, found.changed)
    return withWorkshop(cache, async (dir) => {
      const names = await fill(dir)
      const files = await Promise.all(names.map((name) => recordOf(dir, name)))
      const manifest: Manifest = { ...plan, packages: [...plan.packages], files }
      await writeFile(join(dir, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
      await rm(place, { recursive: true, force: true })
      await rename(dir, place)
      return { dir: place, digest: digestOf(manifest), manifest }
    })
  })
}

async function recordOf(dir: string, name: string): Promise<Manifest['files'][number]> {
  const sha256 = await fileDigest(join(dir, name))
  if (sha256 === null) throw new Error(`${join(dir, name)} was to be made and is not there`)
  return { name, size: (await stat(join(dir, name))).size, sha256 }
}

/** A file of a built image isn't what was built: nobody starts a guest from it. */
export class ChangedImage extends Error {
  override readonly name = 'ChangedImage'
  constructor(dir: string, file: string) {
    super(`${join(dir, file)} was changed since it was built, so no guest is started from it. Remove ${dir}, and it is made again`)
  }
}

/** The digest of a part: of its files by name, whatever the folder is called. */
function digestOf({ files }: Manifest): string {
  return createHash('sha256').update(files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).sort().join('')).digest('hex')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
