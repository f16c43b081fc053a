import type { Fork, Policy, Snapshot } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { refuseRoot } from '../policy.ts'
import { changesOf, entryOf, executionOf, readResultsOf, requestOf } from '../fork-replies.ts'
import type { Reply } from '../line-calls.ts'
import type { ForkServer } from './client.ts'

/** What snapshots and forks share: the server, and names that are used once. */
export interface Maker { readonly server: ForkServer; name(kind: 'state' | 'fork'): string }

/**
 * Forks of a state that is forked again and again, one of them made ahead: it is as fresh as any other, since nothing has
 * run in it, and making it takes the other core while a trial uses this one.
 */
function forksAhead(make: () => Promise<Fork>): { take(): Promise<Fork>; end(): Promise<void> } {
  let spare: Promise<Fork> | null = null
  let taken = 0
  return {
    async take() {
      const ready = spare
      spare = null
      const fork = await (ready ?? make())
      // A state that is forked once is not worth a spare.
      if (++taken > 1 && spare === null) {
        spare = make()
        spare.catch(() => { spare = null })
      }
      return fork
    },
    async end() {
      const left = spare
      spare = null
      await left?.then((fork) => fork.discard(), () => {})
    },
  }
}

/** A state on the server as a Snapshot. `base` is the digest of what it was made from. */
export function snapshotOf(maker: Maker, id: string, digest: string, base: string, policy: Policy, opened?: readonly string[]): Snapshot {
  let discarded: Promise<void> | null = null
  const alive = (during: BackendUnavailable['during']): void => {
    if (discarded !== null) throw new BackendUnavailable(during, `state ${id} is discarded`)
    if (maker.server.isGone()) throw new BackendUnavailable(during, `state ${id} is gone with the fork server`)
  }
  const forks = forksAhead(async () => {
    const fork = maker.name('fork')
    await maker.server.call('fork', 'fork', { snapshot: id, fork })
    return forkOf(maker, fork, digest, policy)
  })
  return {
    id, digest, base, policy,
    ...(opened === undefined ? {} : { opened }),
    async fork() {
      alive('fork')
      return forks.take()
    },
    async changes(bounds) {
      alive('changes')
      return changesOf(await maker.server.call('changes', 'changes', { snapshot: id, bounds }))
    },
    async read(paths, bounds) {
      alive('read')
      return readResultsOf('read', await maker.server.call('read', 'read', { snapshot: id, paths, bounds }), paths)
    },
    discard: () => discarded ??= forks.end().then(() => discardOn(maker.server, 'discard-snapshot', { snapshot: id })),
  }
}

function forkOf(maker: Maker, id: string, origin: string, policy: Policy): Fork {
  let over: Promise<void> | null = null
  let observing = false
  const alive = (during: BackendUnavailable['during']): void => {
    if (over !== null) throw new BackendUnavailable(during, `fork ${id} is sealed or discarded`)
  }
  return {
    id, policy,
    async exec(command) {
      alive('exec')
      refuseRoot(command.user, policy)
      return executionOf(await maker.server.call('exec', 'exec', { fork: id, ...requestOf(command, policy) }, command.signal))
    },
    async put(files) {
      alive('put')
      await maker.server.call('put', 'put', { fork: id, files: files.map(entryOf) })
    },
    async get(paths, bounds) {
      alive('get')
      return readResultsOf('get', await maker.server.call('get', 'get', { fork: id, paths, bounds }), paths)
    },
    async observe(paths) {
      alive('exec')
      await maker.server.call('exec', 'observe', { fork: id, paths })
      observing = true
    },
    async seal() {
      alive('seal')
      const snapshot = maker.name('state')
      const sealing = maker.server.call('seal', 'seal', { fork: id, snapshot })
      over = sealing.then(() => {}, () => discardOn(maker.server, 'discard', { fork: id }))
      over.catch(() => {})
      const { digest, opened } = await sealing as unknown as { digest: string; opened: readonly string[] }
      return snapshotOf(maker, snapshot, digest, origin, policy, observing ? opened : undefined)
    },
    async discard() {
      await (over ??= discardOn(maker.server, 'discard', { fork: id }))
    },
  }
}

/** What a server that is gone held is gone with it. */
async function discardOn(server: ForkServer, op: string, fields: Reply): Promise<void> {
  await server.call('discard', op, fields).catch((error: unknown) => {
    if (!server.isGone()) throw error
  })
}
