import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Backend, Promises, Readiness, Snapshot } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import type { Environment } from '../../schema/index.ts'
import { buildRootfs, defaultCacheDir, driftText } from '../rootfs/index.ts'
import type { ForkServer, Tier } from './client.ts'
import { startForkServer } from './client.ts'
import { hostDigest, makeHostRoot } from './host-root.ts'
import { findLeftovers, removeGroups, removeLeftover } from './leftovers.ts'
import { makePlace, recordGroups, removePlace } from '../places.ts'
import { policyOf, refuseSandbox, unmet } from '../policy.ts'
import { advice, probe } from './readiness.ts'
import type { Maker } from './states.ts'
import { entryOf } from '../fork-replies.ts'
import { snapshotOf } from './states.ts'

export interface NamespacesOptions {
  /** Asks for a weaker tier than the best one of this user. */
  readonly tier?: Tier
  /** Told one line at a time while an environment is being built. */
  readonly log?: (line: string) => void
  readonly cacheDir?: string
  /** `host` stands on the host's own /usr, read-only, where an environment can't be built. Told in every record. */
  readonly root?: 'built' | 'host'
}

/**
 * The embedded backend: forks made of Linux namespaces and overlays by a small server, on a root file system built from
 * verified Debian packages. Works as root and as an ordinary user with user namespaces; each is a tier of its own.
 */
export function createNamespacesBackend(options: NamespacesOptions = {}): Backend {
  let started: Promise<{ server: ForkServer; place: string; readiness: Readiness }> | null = null
  const bases = new Map<string, Promise<Base>>()
  const notices: string[] = []
  const cacheDir = options.cacheDir ?? defaultCacheDir()
  let count = 0

  async function start(): Promise<{ server: ForkServer; place: string; readiness: Readiness }> {
    const place = await makePlace()
    let server: ForkServer | undefined
    try {
      server = await startForkServer(await subdirectory(place, 'forks'), options.tier)
      await recordGroups(place, server.hello.groups)
      return { server, place, readiness: await probe(server, place) }
    } catch (error) {
      await server?.close()
      await removePlace(place)
      throw error
    }
  }
  const running = (): NonNullable<typeof started> => started ??= start()
  const name = (kind: string): string => `${kind}${++count}`

  function base(server: ForkServer, environment: Environment): Promise<Base> {
    const known = bases.get(environment.digest)
    if (known !== undefined) return known
    const made = (async () => {
      if (options.root === 'host') return hostBase(server)
      const rootfs = await buildRootfs(environment, { cacheDir, log: options.log })
      if (!rootfs.ok) throw new BackendUnavailable('prepare', rootfs.because)
      const id = name('base')
      await server.call('prepare', 'base', { name: id, root: rootfs.dir, binds: [] })
      notices.push(...rootfs.drift.map((each) => `${environment.id}: ${driftText(each)}`))
      return { name: id, digest: rootfs.contentDigest }
    })()
    bases.set(environment.digest, made)
    made.catch(() => bases.delete(environment.digest))
    return made
  }

  async function hostBase(server: ForkServer): Promise<Base> {
    const { place } = await running()
    const id = name('base')
    const { root, binds } = await makeHostRoot(`${place}/${id}`)
    await server.call('prepare', 'base', { name: id, root, binds })
    notices.push('forks stand on the /usr of this host, not on a built environment: digests hold for this host alone')
    return { name: id, digest: await hostDigest() }
  }

  return {
    id: 'namespaces',
    async readiness() {
      try {
        return (await running()).readiness
      } catch (error) {
        started = null
        return { ready: false, because: advice(error as Error, settings()) }
      }
    },
    async prepare(environment, workspace, changes): Promise<Snapshot> {
      const { server, readiness } = await running()
      const policy = policyOf(environment, changes)
      refuseSandbox('namespaces', policy)
      if (options.root === 'host' && policy.writable === 'root') throw new BackendUnavailable('prepare', `environment ${environment.id} wants its root writable, which the host's own /usr can't be: build the environment instead of asking for the host's`)
      const missing = unmet(policy, (readiness as { promises: Promises }).promises)
      if (missing.length > 0) throw new BackendUnavailable('prepare', `environment ${environment.id} requires ${missing.join(', ')}, which this machine does not keep`)
      const { name: root, digest } = await base(server, environment)
      const maker: Maker = { server, name }
      const id = name('state')
      const reply = await server.call('prepare', 'prepare', { snapshot: id, base: root, baseDigest: digest, policy, files: workspace.map(entryOf) })
      return snapshotOf(maker, id, reply['digest'] as string, digest, policy)
    },
    notices: () => notices,
    leftovers: () => findLeftovers(cacheDir),
    remove: (leftover) => removeLeftover(leftover, cacheDir),
    async close() {
      const open = await started?.catch(() => null)
      started = null
      bases.clear()
      if (open) {
        await open.server.close()
        // A server that was killed could not remove them itself.
        await removeGroups(open.server.hello.groups)
        await removePlace(open.place)
      }
    },
  }
}

interface Base { readonly name: string; readonly digest: string }

async function subdirectory(place: string, name: string): Promise<string> {
  await mkdir(`${place}/${name}`)
  return `${place}/${name}`
}

function settings(): { apparmor: string; maxUserNamespaces: string; root: boolean } {
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch {
      return ''
    }
  }
  return {
    apparmor: read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
    maxUserNamespaces: read('/proc/sys/user/max_user_namespaces'),
    root: process.getuid?.() === 0,
  }
}
