import type { Backend, Bounds, FileEntry, Fork, Policy, ReadResult, Snapshot } from '../../contract/index.ts'
import type { Environment } from '../../schema/index.ts'
import { wrap } from './wrap.ts'

const MOST: Bounds = { files: 100_000, bytesPerFile: 64 << 20, bytes: 512 << 20 }

interface Origin { readonly environment: Environment; readonly files: readonly FileEntry[]; readonly policy: Partial<Policy> | undefined }

export interface Careless {
  /** What restored states are set up with instead of their own. */
  readonly policy?: Partial<Policy>
  /** By how much the limits of restored states are larger. */
  readonly limitsTimes?: number
  /** The mode of every restored file. */
  readonly mode?: number
}

/**
 * A backend that has no snapshots of running forks: it seals one by copying its regular files out, and forks that by laying
 * them in a start state made anew. What a copy of files leaves behind is lost, and so is what `careless` says.
 */
export function restoring(inner: Backend, name: string, careless: Careless): Backend {
  const origins = new WeakMap<Snapshot | Fork, Origin>()
  const from = <T extends Snapshot | Fork>(thing: T, origin: Origin): T => {
    origins.set(thing, origin)
    return thing
  }
  return wrap(inner, name, {
    prepare: async (backend, environment, files, policy) => from(await backend.prepare(environment, files, policy), { environment, files, policy }),
    fork: async (state, options) => from(await state.fork(options), origins.get(state)!),
    seal: async (fork) => {
      const { environment, files, policy } = origins.get(fork)!
      const state = await fork.seal()
      const { changes } = await state.changes(MOST)
      const paths = changes.filter(({ type, change }) => type === 'file' && change !== 'deleted').map(({ path }) => path)
      const read = await state.read(paths, MOST)
      await state.discard()
      const laid = [...files, ...read.flatMap((file) => entryOf(file, careless.mode))]
      const limits = Object.fromEntries(Object.entries(fork.policy.limits).map(([key, value]) => [key, value * (careless.limitsTimes ?? 1)])) as Policy['limits']
      const changed = { ...policy, ...careless.policy, limits }
      return from(await inner.prepare(environment, laid, changed), { environment, files: laid, policy: changed })
    },
  })
}

function entryOf(file: ReadResult, mode: number | undefined): readonly FileEntry[] {
  return file.state === 'file' ? [{ path: file.path, bytes: file.bytes, mode: mode ?? file.mode, owner: 'agent' }] : []
}
