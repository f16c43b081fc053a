import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fork, Policy, Snapshot } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { changesOf, entryOf, executionOf, readResultsOf, requestOf, Sealed, shaped } from '../fork-replies.ts'
import { refuseRoot } from '../policy.ts'
import { mostLayerBytes, receiveLayer } from './layer-file.ts'
import { laidOut, unitsFor } from './sandbox.ts'
import { stand, type Maker, type Recipe, type Standing } from './standing.ts'

/** A layer file that several states stand on: it goes with the last. */
interface Kept { users: number; readonly file: string }

interface State extends Recipe { readonly kept: readonly Kept[] }

/** A prepared state: nothing but the files that were laid. `base` is the digest of its environment. */
export async function prepared(maker: Maker, recipe: Omit<Recipe, 'layers'>): Promise<Snapshot> {
  return snapshotFrom(maker, { ...recipe, layers: [], kept: [] }, recipe.base, 'prepare')
}

/**
 * A state as a Snapshot. Its digest is told by a machine in which nothing ever ran, and which serves as the first fork, so
 * that it costs nothing. A machine that serves no fork makes way for those that do.
 */
async function snapshotFrom(maker: Maker, state: State, origin: string, during: BackendUnavailable['during'], expected?: string, opened?: readonly string[]): Promise<Snapshot> {
  const { limits } = maker
  const id = maker.name('state')
  const first = await stand(maker, state, during)
  const { digest } = first
  if (expected !== undefined && digest !== expected) {
    await first.end()
    throw new BackendUnavailable(during, `the guest told another digest (${expected.slice(0, 12)}…) than what it handed over has (${digest.slice(0, 12)}…)`)
  }
  const spare = spareOf(maker, first, () => stand(maker, { ...state, digest }, 'fork'))
  let discarded: Promise<void> | null = null
  const alive = (call: BackendUnavailable['during']): void => {
    if (discarded !== null) throw new BackendUnavailable(call, `state ${id} is discarded`)
  }
  return {
    id, digest, base: origin, policy: state.policy,
    ...(opened === undefined ? {} : { opened }),
    async fork(options) {
      alive('fork')
      const policy = laidOut(state.policy, options)
      const standing = await spare.take()
      try {
        await standing.vm.call('fork', 'fork', { snapshot: standing.state, fork: FORK, units: unitsFor(policy) }, limits.callMs)
      } catch (error) {
        await standing.end()
        throw error
      }
      return forkOf(maker, standing, state, policy, digest)
    },
    async changes(bounds) {
      alive('changes')
      return spare.borrow(async ({ vm, state: name }) => changesOf(await vm.call('changes', 'changes', { snapshot: name, bounds }, limits.callMs)))
    },
    async read(paths, bounds) {
      alive('read')
      return spare.borrow(async ({ vm, state: name }) => readResultsOf('read', await vm.call('read', 'read', { snapshot: name, paths, bounds }, limits.callMs), paths))
    },
    discard: () => discarded ??= spare.end().then(() => release(state.kept)),
  }
}

/** The first fork of a machine, and the only one where sealed states leave it. */
const FORK = 'fork'

function forkOf(maker: Maker, { vm, end }: Pick<Standing, 'vm' | 'end'>, state: State, policy: Policy, origin: string, name = FORK): Fork {
  const { limits } = maker
  const id = maker.name('vm')
  for (const each of state.kept) each.users += 1
  let over: Promise<void> | null = null
  let observing = false
  const alive = (during: BackendUnavailable['during']): void => {
    if (over !== null) throw new BackendUnavailable(during, `fork ${id} is sealed or discarded`)
  }
  const discard = async (): Promise<void> => {
    await end()
    await release(state.kept)
  }

  async function sealed(): Promise<{ readonly layer: Kept; readonly digest: string; readonly opened: readonly string[] }> {
    const { digest, opened } = shaped('seal', Sealed, await vm.call('seal', 'seal', { fork: name, snapshot: 'sealed' }, limits.callMs))
    const file = join(maker.place, maker.name('layer'))
    try {
      const most = mostLayerBytes(state.policy.limits)
      await Promise.all([receiveLayer(vm.layers, file, most), vm.call('seal', 'export', { snapshot: 'sealed', bytes: most }, limits.callMs)])
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return { layer: { users: 1, file }, digest, opened }
  }

  return {
    id, policy,
    async exec(command) {
      alive('exec')
      refuseRoot(command.user, policy)
      const reply = await vm.call('exec', 'exec', { fork: name, ...requestOf(command, policy) }, command.wallSeconds * 1000 + limits.graceMs, command.signal)
      return executionOf(reply)
    },
    async put(files) {
      alive('put')
      await vm.call('put', 'put', { fork: name, files: files.map(entryOf) }, limits.callMs)
    },
    async get(paths, bounds) {
      alive('get')
      return readResultsOf('get', await vm.call('get', 'get', { fork: name, paths, bounds }, limits.callMs), paths)
    },
    async observe(paths) {
      alive('exec')
      await vm.call('exec', 'observe', { fork: name, paths }, limits.callMs)
      observing = true
    },
    async seal() {
      alive('seal')
      if (maker.placement === 'same') {
        const staying = stay(maker, { vm, end }, state, origin, name, () => observing)
        over = staying.then(() => {}, discard)
        return staying
      }
      const sealing = sealed()
      // The machine ends with what it held; the state lives on as a file.
      over = sealing.then(() => {}, () => {}).then(end)
      try {
        const { layer, digest, opened } = await sealing
        await over
        // The layers below are this fork's, and are the new state's from here on.
        const next: State = { ...state, layers: [...state.layers, layer.file], kept: [...state.kept, layer] }
        return await snapshotFrom(maker, next, origin, 'seal', digest, observing ? opened : undefined).catch(async (error: unknown) => {
          await rm(layer.file, { force: true })
          throw error
        })
      } catch (error) {
        await over
        await release(state.kept)
        throw error
      }
    },
    discard: () => over ??= discard(),
  }
}

/** Seals a fork in its machine, where the state stays and is forked as often as asked. The machine ends with the last of them. */
async function stay(maker: Maker, { vm, end }: Pick<Standing, 'vm' | 'end'>, state: State, origin: string, fork: string, observed: () => boolean): Promise<Snapshot> {
  const { limits } = maker
  const id = maker.name('state')
  const { digest, opened } = shaped('seal', Sealed, await vm.call('seal', 'seal', { fork, snapshot: id }, limits.callMs))
  let users = 1
  const leave = async (): Promise<void> => {
    users -= 1
    if (users === 0) await end()
  }
  let discarded: Promise<void> | null = null
  const alive = (call: BackendUnavailable['during']): void => {
    if (discarded !== null) throw new BackendUnavailable(call, `state ${id} is discarded`)
  }
  return {
    id, digest, base: origin, policy: state.policy,
    ...(observed() ? { opened } : {}),
    async fork(options) {
      alive('fork')
      const name = maker.name('state')
      const policy = laidOut(state.policy, options)
      await vm.call('fork', 'fork', { snapshot: id, fork: name, units: unitsFor(policy) }, limits.callMs)
      users += 1
      let gone: Promise<void> | null = null
      const over = (): Promise<void> => gone ??= vm.call('discard', 'discard', { fork: name }, limits.callMs).then(leave, leave)
      return forkOf(maker, { vm, end: over }, { ...state, kept: [] }, policy, digest, name)
    },
    async changes(bounds) {
      alive('changes')
      return changesOf(await vm.call('changes', 'changes', { snapshot: id, bounds }, limits.callMs))
    },
    async read(paths, bounds) {
      alive('read')
      return readResultsOf('read', await vm.call('read', 'read', { snapshot: id, paths, bounds }, limits.callMs), paths)
    },
    discard: () => discarded ??= leave().then(() => release(state.kept)),
  }
}

async function release(kept: readonly Kept[]): Promise<void> {
  for (const each of kept) {
    each.users -= 1
    if (each.users === 0) await rm(each.file, { force: true })
  }
}

/** The machine of a state that no fork has: lent to readers, given away to the first fork, evicted where memory is short. */
function spareOf({ slots }: Maker, first: Standing, make: () => Promise<Standing>): { take(): Promise<Standing>; borrow<T>(work: (standing: Standing) => Promise<T>): Promise<T>; end(): Promise<void> } {
  let held: Standing | null = null
  let withdraw = (): void => {}
  let turn: Promise<unknown> = Promise.resolve()

  function keep(standing: Standing): void {
    held = standing
    withdraw = slots.offer({
      evict: async () => {
        held = null
        await standing.end()
      },
    })
  }
  function grab(): Standing | null {
    const standing = held
    held = null
    withdraw()
    return standing !== null && standing.vm.gone() === null ? standing : null
  }
  keep(first)
  return {
    take: async () => grab() ?? make(),
    borrow(work) {
      const mine = turn.then(async () => {
        const standing = grab() ?? await make()
        try {
          const result = await work(standing)
          if (held === null) keep(standing)
          else await standing.end()
          return result
        } catch (error) {
          await standing.end()
          throw error
        }
      })
      turn = mine.catch(() => {})
      return mine
    },
    async end() {
      await turn
      await grab()?.end()
    },
  }
}
