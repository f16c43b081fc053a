import type { Bounds, Fork, Policy, Snapshot } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { refuseRoot } from '../policy.ts'
import type { CommandDefinition } from './definition.ts'
import type { Values } from './template.ts'
import type { Tool } from './tool.ts'
import { changeOf, difference, digestOf, list, type Listing } from './tree.ts'

/** What a state may hold and still be listed. */
const WHOLE: Bounds = { files: 200_000, bytesPerFile: 2 ** 30, bytes: 2 ** 32 }

/** What states and forks of one backend share: names that are used once, and what has to be ended when it closes. */
export interface Maker {
  readonly definition: CommandDefinition
  readonly tool: Tool
  readonly open: Map<string, () => Promise<void>>
  name(kind: 'fork' | 'state'): string
}

/** A state by its name. `start` is what stood in the state that it was made from, `now` what stands in it. */
interface State extends Named { readonly start: Listing; readonly now: Listing }
interface Named { readonly name: string; readonly base: string; readonly policy: Policy; readonly values: Values }

/** A fork by its name, before it has the face of the contract. */
interface Standing { readonly name: string; readonly values: Values; discard(): Promise<void> }

/**
 * A state that has just come to be. Its digest is over all that stands in its writable folders, so that equal trees have equal
 * digests. `origin` is the digest of what it was made from; without `start` it is a prepared one.
 */
export async function snapshotFrom(maker: Maker, state: Named & { readonly start?: Listing }, origin: string): Promise<Snapshot> {
  const { definition: { commands }, tool, open } = maker
  const roots = rootsOf(maker.definition, state.policy)
  const now = await inside(maker, state, ({ values }) => list(tool.ask(values), roots, WHOLE))
  const whole: State = { ...state, start: state.start ?? now, now }
  const digest = digestOf(state.base, difference([], now.entries))
  let gone: Promise<void> | null = null
  const discard = (): Promise<void> => gone ??= (open.delete(state.name), tool.steps('discard', commands.drop, { ...state.values, state: state.name }))
  open.set(state.name, discard)
  const alive = (during: BackendUnavailable['during']): void => {
    if (gone !== null) throw new BackendUnavailable(during, `state ${state.name} is discarded`)
  }
  return {
    id: state.name, digest, base: origin, policy: state.policy,
    async fork() {
      alive('fork')
      return forkOf(maker, await stand(maker, whole), whole, digest)
    },
    async changes(bounds) {
      alive('changes')
      const { entries } = await inside(maker, whole, ({ values }) => list(tool.ask(values), roots, bounds))
      const changes = difference(whole.start.entries, entries).map(changeOf)
      // A file that was not looked into matters only where it changed.
      return { changes, complete: entries.length < bounds.files && changes.every(({ type, sha256, change }) => type !== 'file' || sha256 !== null || change === 'deleted') }
    },
    async read(paths, bounds) {
      alive('read')
      return inside(maker, whole, ({ values }) => tool.get(values, paths, bounds))
    },
    discard,
  }
}

/** Makes a fork of a state by the tool. */
export async function stand({ definition: { commands }, tool, open, name }: Maker, state: Named): Promise<Standing> {
  const fork = name('fork')
  const values = { ...state.values, fork }
  await tool.steps('fork', commands.fork, { ...values, state: state.name })
  let gone: Promise<void> | null = null
  const discard = (): Promise<void> => gone ??= (async () => {
    open.delete(fork)
    await tool.end(fork)
    await tool.steps('discard', commands.discard, values)
  })()
  open.set(fork, discard)
  return { name: fork, values, discard }
}

/** Keeps what a fork left as a new state, whose name comes back. The fork is gone then, also where that failed. */
export async function keep({ definition: { commands }, tool, open, name }: Maker, fork: Standing): Promise<string> {
  const sealed = name('state')
  try {
    await tool.end(fork.name)
    await tool.steps('seal', commands.seal, { ...fork.values, state: sealed })
    open.delete(fork.name)
  } catch (thrown) {
    await fork.discard().catch(() => {})
    throw thrown
  }
  return sealed
}

function forkOf(maker: Maker, fork: Standing, state: State, origin: string): Fork {
  const { tool } = maker
  let over: Promise<void> | null = null
  const alive = (during: BackendUnavailable['during']): void => {
    if (over !== null) throw new BackendUnavailable(during, `fork ${fork.name} is sealed or discarded`)
  }
  return {
    id: fork.name, policy: state.policy,
    async exec(command) {
      alive('exec')
      refuseRoot(command.user, state.policy)
      return tool.exec(fork.name, command, fork.values, state.policy)
    },
    async put(files) {
      alive('put')
      await tool.put(fork.values, files)
    },
    async get(paths, bounds) {
      alive('get')
      return tool.get(fork.values, paths, bounds)
    },
    async seal() {
      alive('seal')
      const sealing = keep(maker, fork)
      over = sealing.then(() => {}, () => {})
      return snapshotFrom(maker, { name: await sealing, base: state.base, policy: state.policy, values: state.values, start: state.now }, origin)
    },
    discard: () => over ??= fork.discard(),
  }
}

/** Does something in a fork of a state that is gone afterwards. */
async function inside<T>(maker: Maker, state: Named, work: (fork: Standing) => Promise<T>): Promise<T> {
  const fork = await stand(maker, state)
  try {
    return await work(fork)
  } finally {
    await fork.discard()
  }
}

/** The folders that a fork can write, without those that lie in another one. */
function rootsOf({ writable }: CommandDefinition, { home, workspace }: Policy): readonly string[] {
  const all = [...new Set([...writable, home, workspace])]
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)))
}
