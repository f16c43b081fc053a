/** A guest that woke up from its template and holds one state: made of files and layers before anything of an agent's can run. */
import { join } from 'node:path'
import type { FileEntry, Policy, Randomness } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { Digested, entryOf, shaped } from '../fork-replies.ts'
import { sendLayer } from './layer-file.ts'
import type { Limits } from './limits.ts'
import { STATE_FD } from './machine.ts'
import type { Slots } from './slots.ts'
import { BASE, type Template } from './template.ts'
import { startVm, type Vm } from './vm.ts'

/**
 * `fresh`: a sealed state leaves its machine, and is laid in another in which nothing ever ran. `same`: it stays, and is forked by the
 * guest's own kernel, beside whatever the agent did to that kernel.
 */
export type Placement = 'fresh' | 'same'

/** What all states and forks of one backend share. */
export interface Maker {
  readonly slots: Slots
  readonly limits: Limits
  readonly randomness: Randomness
  readonly now: () => Date
  /** A folder for layers, gone with the backend. */
  readonly place: string
  /** Machines that stand, to be ended when the backend closes. */
  readonly open: Set<Vm>
  /** Names that are used once. */
  name(kind: 'vm' | 'state' | 'layer'): string
  /** Where what comes after a seal happens: in a machine of its own, or in the one that the agent had. */
  readonly placement: Placement
}

/** What a state is made of. Layers are files of the host, the oldest first. */
export interface Recipe {
  readonly template: Template
  readonly policy: Policy
  /** Digest of the environment. */
  readonly base: string
  readonly files: readonly FileEntry[]
  /** When the files were laid, in nanoseconds since 1970. */
  readonly time: number
  readonly layers: readonly string[]
  /** Its digest, where it was told before: it isn't worked out again. */
  readonly digest?: string
}

/** A machine in which the state of a recipe lies under `state`. Nothing has run in it. */
export interface Standing { readonly vm: Vm; readonly state: string; readonly digest: string; end(): Promise<void> }

/** Wakes a copy of the template and lays a state in it. */
export async function stand(maker: Maker, recipe: Recipe, during: BackendUnavailable['during'], onAwake: () => void = () => {}): Promise<Standing> {
  const { template, policy, base, files, time, layers, digest: known } = recipe
  const { limits } = maker
  const release = await maker.slots.take(template.machine.memoryMb)
  const vm = startVm({ machine: template.machine, memory: { file: join(template.dir, 'memory'), writes: false }, state: join(template.dir, 'device'), name: maker.name('vm') })
  maker.open.add(vm)
  void vm.ended.then(() => {
    maker.open.delete(vm)
    release()
  })
  try {
    await wake(maker, vm, during)
    onAwake()
    let state = 'state0'
    let { digest } = shaped(during, Digested, await vm.call(during, 'prepare', { snapshot: state, base: BASE, baseDigest: base, policy, time, files: files.map(entryOf), ...told(known) }, limits.callMs))
    for (const [index, layer] of layers.entries()) {
      const next = `state${index + 1}`
      const accepted = vm.call(during, 'accept', { snapshot: next, below: state, ...told(known) }, limits.callMs)
      const [reply] = await Promise.all([accepted, sendLayer(vm.layers, layer)])
      digest = shaped(during, Digested, reply).digest
      state = next
    }
    return { vm, state, digest, end: () => vm.kill() }
  } catch (error) {
    await vm.kill()
    throw error
  }
}

const told = (digest: string | undefined): { readonly digest?: string } => digest === undefined ? {} : { digest }

/** All that a copy of a stopped machine needs to go on as itself: its state, fresh randomness, the time. */
async function wake({ limits, randomness, now }: Maker, vm: Vm, during: BackendUnavailable['during']): Promise<void> {
  const late = setTimeout(() => void vm.kill(`a copy of the guest did not wake up within ${limits.forkMs / 1000} s`), limits.forkMs)
  try {
    const loaded = vm.qmp.event('MIGRATION', ({ status }) => status === 'completed' || status === 'failed')
    // Sent in one go: QEMU takes them in order.
    const [, , { status }] = await Promise.all([
      vm.qmp.execute(during, 'migrate-set-capabilities', { capabilities: ['x-ignore-shared', 'events'].map((capability) => ({ capability, state: true })) }),
      vm.qmp.execute(during, 'migrate-incoming', { uri: `fd:${STATE_FD}` }),
      loaded,
    ])
    if (status !== 'completed') throw new BackendUnavailable(during, 'a copy of the guest could not take its state')
    const asked = vm.call(during, 'wake', { entropy: Buffer.from(randomness.hex(64), 'hex').toString('base64'), time: now().getTime() / 1000 }, limits.forkMs)
    await Promise.all([vm.qmp.execute(during, 'cont'), asked])
  } finally {
    clearTimeout(late)
  }
}
