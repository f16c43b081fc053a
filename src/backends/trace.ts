import type { Backend, Bounds, Clock, Command, Execution, FileEntry, Fork, ReadResult, Snapshot } from '../contract/index.ts'

/** A call that was made in a fork: what was asked, what came back (absent where the backend failed it), and when. */
export type Traced = {
  /** The fork, by identity: the same object for every call made in it. */
  readonly fork: object
  /** By the monotonic clock. */
  readonly startedMs: number
  readonly endedMs: number
  /** What the backend said where it failed the call. */
  readonly failed: string | null
} & (
  | { readonly call: 'exec'; readonly command: Command; readonly result: Execution | undefined }
  | { readonly call: 'put'; readonly files: readonly FileEntry[] }
  | { readonly call: 'get'; readonly paths: readonly string[]; readonly result: readonly ReadResult[] | undefined }
  | { readonly call: 'seal'; readonly result: string | undefined }
)

/**
 * A backend that tells of every command, put, get and seal in its forks, once it is over and in the context of whoever made
 * it. It changes nothing else: what the backend throws is thrown on. `shared(trace(X))` traces the box as well.
 */
export function trace(inner: Backend, clock: Clock, tell: (call: Traced) => void): Backend {
  const snapshotOf = (state: Snapshot): Snapshot => ({
    id: state.id, digest: state.digest, policy: state.policy,
    ...(state.base === undefined ? {} : { base: state.base }),
    ...(state.opened === undefined ? {} : { opened: state.opened }),
    fork: async (options) => forkOf(await state.fork(options)),
    changes: (bounds) => state.changes(bounds),
    read: (paths, bounds) => state.read(paths, bounds),
    discard: () => state.discard(),
  })

  function forkOf(fork: Fork): Fork {
    async function told<T>(work: () => Promise<T>, describe: (result: T | undefined) => Pick<Traced, 'call'>): Promise<T> {
      const startedMs = clock.monotonicMs()
      const done = (failed: string | null, result: T | undefined): void =>
        tell({ fork, startedMs, endedMs: clock.monotonicMs(), failed, ...describe(result) } as Traced)
      let result: T
      try {
        result = await work()
      } catch (thrown) {
        done(thrown instanceof Error ? thrown.message : String(thrown), undefined)
        throw thrown
      }
      done(null, result)
      return result
    }
    const observe = fork.observe?.bind(fork)
    return {
      id: fork.id, policy: fork.policy,
      exec: (command: Command) => told(() => fork.exec(command), (result) => ({ call: 'exec', command, result })),
      put: (files: readonly FileEntry[]) => told(() => fork.put(files), () => ({ call: 'put', files })),
      get: (paths: readonly string[], bounds: Bounds) => told(() => fork.get(paths, bounds), (result) => ({ call: 'get', paths, result })),
      ...(observe === undefined ? {} : { observe }),
      seal: async () => snapshotOf(await told(() => fork.seal(), (result) => ({ call: 'seal', result: result?.digest }))),
      discard: () => fork.discard(),
    }
  }

  return {
    id: inner.id,
    readiness: () => inner.readiness(),
    prepare: async (environment, workspace, policy) => snapshotOf(await inner.prepare(environment, workspace, policy)),
    ...(inner.notices === undefined ? {} : { notices: () => inner.notices!() }),
    leftovers: () => inner.leftovers(),
    remove: (leftover) => inner.remove(leftover),
    close: () => inner.close(),
  }
}
