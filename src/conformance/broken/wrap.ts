import type { Backend, Command, Execution, FileEntry, Fork, Policy, Snapshot } from '../../contract/index.ts'
import type { Environment } from '../../schema/index.ts'

/** The calls that a broken backend does otherwise; what is absent is passed on. */
export interface Wrong {
  readonly exec?: (fork: Fork, command: Command) => Promise<Execution>
  readonly put?: (fork: Fork, files: readonly FileEntry[]) => Promise<void>
  readonly get?: (fork: Fork, ...asked: Parameters<Fork['get']>) => ReturnType<Fork['get']>
  readonly seal?: (fork: Fork) => Promise<Snapshot>
  readonly discard?: (fork: Fork) => Promise<void>
  readonly read?: (snapshot: Snapshot, ...asked: Parameters<Snapshot['read']>) => ReturnType<Snapshot['read']>
  readonly changes?: (snapshot: Snapshot, ...asked: Parameters<Snapshot['changes']>) => ReturnType<Snapshot['changes']>
  readonly fork?: (snapshot: Snapshot, ...asked: Parameters<Snapshot['fork']>) => Promise<Fork>
  readonly digest?: (snapshot: Snapshot) => string
  readonly prepare?: (inner: Backend, environment: Environment, files: readonly FileEntry[], policy: Partial<Policy> | undefined) => Promise<Snapshot>
}

/** A backend that does some calls wrongly, on every fork and snapshot, those of sealed states included. */
export function wrap(inner: Backend, name: string, wrong: Wrong): Backend {
  const forkOf = (fork: Fork): Fork => ({
    id: fork.id, policy: fork.policy,
    exec: (command) => wrong.exec?.(fork, command) ?? fork.exec(command),
    put: (files) => wrong.put?.(fork, files) ?? fork.put(files),
    get: (paths, bounds) => wrong.get?.(fork, paths, bounds) ?? fork.get(paths, bounds),
    ...(fork.observe === undefined ? {} : { observe: fork.observe.bind(fork) }),
    seal: async () => snapshotOf(await (wrong.seal?.(fork) ?? fork.seal())),
    discard: () => wrong.discard?.(fork) ?? fork.discard(),
  })
  const snapshotOf = (state: Snapshot): Snapshot => ({
    id: state.id, digest: wrong.digest?.(state) ?? state.digest, policy: state.policy,
    ...(state.base === undefined ? {} : { base: state.base }),
    ...(state.opened === undefined ? {} : { opened: state.opened }),
    fork: async (options) => forkOf(await (wrong.fork?.(state, options) ?? state.fork(options))),
    changes: (bounds) => wrong.changes?.(state, bounds) ?? state.changes(bounds),
    read: (paths, bounds) => wrong.read?.(state, paths, bounds) ?? state.read(paths, bounds),
    discard: () => state.discard(),
  })
  return {
    id: `${name}(${inner.id})`,
    readiness: () => inner.readiness(),
    prepare: async (environment, files, policy) => snapshotOf(await (wrong.prepare?.(inner, environment, files, policy) ?? inner.prepare(environment, files, policy))),
    notices: () => inner.notices?.() ?? [],
    leftovers: () => inner.leftovers(),
    remove: (leftover) => inner.remove(leftover),
    // The real backend belongs to whoever made it.
    close: async () => {},
  }
}

/** For backends that need root of a fork: the contract has one only where the whole root can be written. */
export const rootGranted: NonNullable<Wrong['prepare']> = (inner, environment, files, policy) => inner.prepare(environment, files, { ...policy, writable: 'root' })

/** Every command runs behind a line of shell, which ends in `exec "$@"`. */
export const behind = (inner: Backend, name: string, prelude: string): Backend =>
  wrap(inner, name, { exec: (fork, command) => fork.exec({ ...command, argv: ['/bin/sh', '-c', `${prelude}\nexec "$@"`, 'sh', ...command.argv] }) })
