import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Option } from 'commander'
import { defaultCacheDir } from '../backends/rootfs/index.ts'
import type { Environment } from '../schema/index.ts'
import type { Io } from './io.ts'
import { EXIT, json, shownPath, Stop } from './io.ts'
import { columns } from './columns.ts'
import { openCatalogue, pick } from './open.ts'
import { catalogueOption, jsonOption } from './options.ts'

interface BuildOptions { readonly offline: boolean; readonly catalogue: readonly string[]; readonly json: boolean }

/** What is told of a part of an image. */
interface Told { readonly part: string; readonly folder: string; readonly digest: string | null; readonly files: number; readonly packages: number; readonly changed: string | null }

export function image(program: Command, io: Io, done: (code: number) => void): void {
  const command = program.command('image').description('builds and checks what the guests of the backend qemu run on')
  command.command('build').argument('[environment...]', 'environments whose disks are built too (default: all)')
    .description('builds the system disk, the kernel and the disks of environments from verified Debian packages; what is there is checked, byte by byte')
    .addOption(new Option('--offline', 'builds from the cache alone').default(false))
    .addOption(catalogueOption()).addOption(jsonOption())
    .action(async (ids: readonly string[], options: BuildOptions) => {
      const { environments } = await openCatalogue(io, options.catalogue)
      const chosen = ids.length === 0 ? [...environments.values()] : [...new Set(ids)].map((id) => pick(environments, id, 'environment'))
      tell(io, options, await build(io, chosen, options.offline))
      done(EXIT.done)
    })
  command.command('check')
    .description('reads every byte of every built part, and names what was changed')
    .addOption(jsonOption())
    .action(async (options: { readonly json: boolean }) => {
      const found = await check()
      tell(io, options, found)
      done(found.some(({ changed }) => changed !== null) ? EXIT.fellShort : EXIT.done)
    })
}

async function build(io: Io, environments: readonly Environment[], offline: boolean): Promise<readonly Told[]> {
  const { image: { environmentPart, systemPart, ChangedImage } } = await import('../backends/qemu/index.ts')
  const building = { cacheDir: defaultCacheDir(), log: io.err, offline }
  try {
    const { part } = await systemPart(building)
    const told: Told[] = [toldOf('system', part)]
    for (const environment of environments) told.push(toldOf(environment.id, (await environmentPart(environment, building)).part))
    return told
  } catch (error) {
    if (!(error instanceof ChangedImage)) throw error
    throw new Stop(EXIT.infrastructure, error.message)
  }
}

async function check(): Promise<readonly Told[]> {
  const { image: { findPart, imagesDir } } = await import('../backends/qemu/index.ts')
  const dir = imagesDir(defaultCacheDir())
  const names = await readdir(dir).catch(() => [])
  const told: Told[] = []
  for (const name of names.filter((each) => /^(system|environment|template)-[0-9a-f]{64}$/.test(each)).sort()) {
    const found = await findPart(join(dir, name))
    const kind = name.split('-')[0]!
    if (found === 'absent') told.push({ part: kind, folder: join(dir, name), digest: null, files: 0, packages: 0, changed: 'manifest.json' })
    else if ('changed' in found) told.push({ part: kind, folder: join(dir, name), digest: null, files: 0, packages: 0, changed: found.changed })
    else told.push(toldOf(kind, found))
  }
  return told
}

function toldOf(part: string, { dir, digest, manifest }: { readonly dir: string; readonly digest: string; readonly manifest: { readonly files: readonly unknown[]; readonly packages: readonly unknown[] } }): Told {
  return { part, folder: dir, digest, files: manifest.files.length, packages: manifest.packages.length, changed: null }
}

function tell(io: Io, { json: asJson }: { readonly json: boolean }, told: readonly Told[]): void {
  if (asJson) return json(io, told)
  if (told.length === 0) return io.out('no image is built; "polygraph image build" builds it')
  io.out(columns(told.map(({ part, folder, digest, packages, changed }) => [part, changed === null ? `${digest} · ${packages} packages · ${shownPath(io, folder)}` : `changed since it was built: ${shownPath(io, join(folder, changed))}`]), io.width))
}
