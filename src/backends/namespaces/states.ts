import { Buffer } from 'node:buffer'
import type { Change, Command, Execution, FileEntry, Fork, Policy, ReadResult, Snapshot } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { refuseRoot } from '../policy.ts'
import type { ForkServer, Reply } from './client.ts'

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
      const reply = await maker.server.call('changes', 'changes', { snapshot: id, bounds })
      return reply['result'] as { changes: readonly Change[]; complete: boolean }
    },
    async read(paths, bounds) {
      alive('read')
      return results(await maker.server.call('read', 'read', { snapshot: id, paths, bounds }))
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
      return results(await maker.server.call('get', 'get', { fork: id, paths, bounds }))
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

/** A file as the server takes it: bytes as base64. */
export function entryOf(file: FileEntry): Reply {
  return { path: file.path, mode: file.mode, owner: file.owner, data: Buffer.from(file.bytes).toString('base64') }
}

function requestOf(command: Command, policy: Policy): Reply {
  return {
    argv: command.argv, user: command.user, cwd: command.cwd, env: command.env,
    wall: command.wallSeconds,
    cpu: command.cpuSeconds ?? policy.limits.cpu_seconds,
    output: command.outputBytes ?? policy.limits.output_kb * 1024,
    ...(command.stdin === undefined ? {} : { stdin: Buffer.from(command.stdin).toString('base64') }),
    ...(command.preload === undefined ? {} : { preload: command.preload }),
  }
}

function executionOf(reply: Reply): Execution {
  return {
    exitCode: reply['exitCode'] as number | null,
    signal: reply['signal'] as string | null,
    timedOut: reply['timedOut'] as boolean,
    outOfMemory: reply['outOfMemory'] as boolean,
    truncated: reply['truncated'] as Execution['truncated'],
    stdout: Buffer.from(reply['stdout'] as string, 'base64'),
    stderr: Buffer.from(reply['stderr'] as string, 'base64'),
    durationMs: reply['durationMs'] as number,
    usage: { cpuMs: reply['cpuMs'] as number, peakMemoryBytes: reply['peakMemoryBytes'] as number },
    preloaded: reply['preloaded'] as boolean,
  }
}

function results(reply: Reply): readonly ReadResult[] {
  return (reply['result'] as (ReadResult & { data?: string })[]).map(({ data, ...result }) =>
    result.state === 'file' ? { ...result, bytes: Buffer.from(data ?? '', 'base64') } : result as ReadResult)
}

