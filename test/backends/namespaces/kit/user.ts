/**
 * Programs run as an ordinary user that exists only for them: root gives them a mount namespace in which the checkout, the
 * cache and lists of accounts with one more user are bound, so that nothing is added to the machine and nothing of it has to
 * be readable by others.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buildRootfs, defaultCacheDir } from '../../../../src/backends/rootfs/index.ts'
import { ROOT } from '../../../house/files.ts'
import { ENVIRONMENT } from './environment.ts'

/** Ids that no distribution gives to anybody. */
const USER = 1_410_000_001
const FIRST_SUBORDINATE = 1_410_100_000

const ENTER = `
set -e
place=$1; checkout=$2; cache=$3; node=$4; shift 4
mount --bind "$checkout" "$place/checkout"
mount --bind "$cache" "$place/cache"
mount --bind "$node" "$place/node"
for file in passwd subuid subgid; do
  if [ -e "$place/$file" ] && [ -e "/etc/$file" ]; then mount --bind "$place/$file" "/etc/$file"; fi
done
exec setpriv --reuid=${USER} --regid=${USER} --clear-groups -- "$@"
`

/** Why no ordinary user of this machine can have forks, or null where one can. */
export function ordinaryUserMissing(): string | null {
  const args = ['--mount', 'setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', 'unshare', '--user', '--mount', 'true']
  const { status, stderr, error } = spawnSync('unshare', args, { encoding: 'utf8' })
  return status === 0 ? null : `an ordinary user can't make namespaces here (${error?.message ?? stderr.trim()})`
}

/** Why an ordinary user of this machine can have no subordinate ids, or null where one can. */
export function subordinatesMissing(): string | null {
  return existsSync('/usr/bin/newuidmap') && existsSync('/etc/subuid') && existsSync('/etc/subgid') ? null : 'newuidmap (package uidmap) is not installed'
}

export interface OrdinaryProcess { readonly child: ChildProcess; readonly place: string; remove(): Promise<void> }

/**
 * A module of the checkout in a Node process of that user, with a message channel. `module` is a path from the root of the
 * checkout; arguments may depend on the user's place, in which tmp/ is theirs.
 */
export async function spawnAsOrdinaryUser(module: string, args: readonly string[] | ((place: string) => readonly string[])): Promise<OrdinaryProcess> {
  const cache = await cacheOfUser()
  const place = await mkdtemp(join(tmpdir(), 'polygraph-user-'))
  for (const name of ['checkout', 'cache', 'tmp']) await mkdir(join(place, name))
  await writeFile(join(place, 'node'), '')
  await writeFile(join(place, 'passwd'), `${await readFile('/etc/passwd', 'utf8')}polygraph-tests:x:${USER}:${USER}::/nonexistent:/bin/sh\n`)
  for (const name of ['subuid', 'subgid']) await writeFile(join(place, name), `polygraph-tests:${FIRST_SUBORDINATE}:65536\n`)
  spawnSync('chown', [String(USER), join(place, 'tmp')])
  spawnSync('chmod', ['755', place])
  const program = [join(place, 'node'), '--conditions=polygraph-source', join(place, 'checkout', module), ...(typeof args === 'function' ? args(place) : args)]
  const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', ENTER, 'sh', place, ROOT, cache, process.execPath, ...program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    cwd: '/',
    env: { PATH: process.env['PATH'], POLYGRAPH_CACHE: join(place, 'cache'), TMPDIR: join(place, 'tmp') },
  })
  return {
    child, place,
    async remove() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** A cache that belongs to the user, as a cache must: a copy of the tree of ours, made once and kept beside it. */
async function cacheOfUser(): Promise<string> {
  const built = await buildRootfs(ENVIRONMENT, { cacheDir: defaultCacheDir() })
  if (!built.ok) throw new Error(built.because)
  const cache = join(defaultCacheDir(), 'ordinary-user')
  const source = dirname(built.dir)
  const copy = join(cache, 'rootfs', basename(source))
  if (!existsSync(copy)) {
    await mkdir(join(cache, 'rootfs'), { recursive: true })
    const unfinished = join(cache, `${basename(source)}-${randomBytes(4).toString('hex')}`)
    for (const argv of [['cp', '-a', source, unfinished], ['chown', '-hR', `${USER}:${USER}`, unfinished]] as const) {
      const { status, stderr } = spawnSync(argv[0], argv.slice(1), { encoding: 'utf8' })
      if (status !== 0) throw new Error(`${argv[0]}: ${stderr}`)
    }
    // Another test file may have been faster.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  }
  for (const folder of [cache, join(cache, 'rootfs')]) spawnSync('chown', [`${USER}:${USER}`, folder])
  return cache
}
