import { execa } from 'execa'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backend, Policy, Promises, Randomness, Readiness } from '../../contract/index.ts'
import { BackendUnavailable, systemClock, systemRandomness } from '../../contract/index.ts'
import type { Environment } from '../../schema/index.ts'
import { makePlace, removePlace } from '../places.ts'
import { policyOf, unmet } from '../policy.ts'
import { startOf } from '../process.ts'
import { defaultCacheDir, driftText } from '../rootfs/index.ts'
import { probeAccelerator, type Accelerator } from './accelerator.ts'
import { environmentPart, type EnvironmentDisk } from './image/environment.ts'
import { ChangedImage, type Part } from './image/store.ts'
import { systemPart } from './image/system.ts'
import { findLeftovers, removeLeftover } from './leftovers.ts'
import { limitsOf } from './limits.ts'
import { missingPrograms, QEMU } from './programs.ts'
import { refusal, withDeclared } from './sandbox.ts'
import { createSlots } from './slots.ts'
import type { Maker, Placement, Recipe } from './standing.ts'
import { prepared } from './states.ts'
import { ensureTemplate, type Template } from './template.ts'
import type { Vm } from './vm.ts'

export interface QemuOptions {
  /** Told one line at a time while an image is built or a guest boots. */
  readonly log?: (line: string) => void
  readonly cacheDir?: string
  readonly randomness?: Randomness
  /** Where a sealed state is forked: in machines of its own, or in the agent's. */
  readonly placement?: Placement
  /** Told what every prepared state is made of, for those who measure. */
  readonly watch?: (maker: Maker, recipe: Recipe) => void
}

/** What the guest's own programs, mounts and disks need beside what a fork may use, in MiB. */
const GUEST_MB = 384
/** Memory comes in steps, so that environments of nearly the same limits share a template. */
const STEP_MB = 256

const memoryFor = ({ memory_mb, disk_mb }: Policy['limits']): number => Math.ceil((GUEST_MB + memory_mb + disk_mb) / STEP_MB) * STEP_MB

interface Works { readonly accelerator: Accelerator; readonly because: string; readonly qemu: string; readonly maker: Maker }

/**
 * Forks that are virtual machines: copies of a guest that was booted once, each with a kernel of its own and no network. In a
 * guest the fork server of the namespaces backend makes the one fork of that machine, on the same tree, so that what is
 * promised there holds here, behind a wall more. By KVM where that works, else emulated; the tier says which.
 */
export function createQemuBackend(options: QemuOptions = {}): Backend {
  const cacheDir = options.cacheDir ?? defaultCacheDir()
  const log = options.log ?? (() => {})
  const open = new Set<Vm>()
  const templates = new Map<string, Promise<Template>>()
  const parts = new Map<string, Promise<EnvironmentDisk>>()
  const notices: string[] = []
  let system: Promise<Part> | null = null
  let started: Promise<Works> | null = null
  let place: string | null = null
  let count = 0

  async function start(): Promise<Works> {
    if (process.arch !== 'x64') throw new BackendUnavailable('readiness', `the guest is of x86-64, this machine is ${process.arch}`)
    const missing = missingPrograms()
    if (missing !== null) throw new BackendUnavailable('readiness', missing)
    const dir = place = await makePlace()
    const probed = await probeAccelerator(dir)
    if (!probed.ok) throw new BackendUnavailable('readiness', probed.because)
    const { stdout } = await execa(QEMU, ['--version'])
    await mkdir(join(dir, 'layers'))
    const maker: Maker = {
      slots: createSlots(), limits: limitsOf(probed.accelerator), randomness: options.randomness ?? systemRandomness, now: systemClock.now,
      place: join(dir, 'layers'), open,
      name: (kind) => kind === 'vm' ? `polygraph-${process.pid}-${startOf(process.pid)}-${++count}` : `${kind}${++count}`,
      placement: options.placement ?? 'fresh',
    }
    return { accelerator: probed.accelerator, because: probed.because, qemu: stdout.split('\n')[0] ?? '', maker }
  }
  const running = (): Promise<Works> => {
    if (started === null) {
      started = start()
      started.catch(() => { started = null })
    }
    return started
  }

  function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make()
    known.set(key, made)
    made.catch(() => known.delete(key))
    return made
  }

  async function systemDisk(): Promise<Part> {
    const { part, drift } = await systemPart({ cacheDir, log })
    notices.push(...drift.map((each) => `qemu-guest: ${driftText(each)}`))
    return part
  }

  async function templateFor(works: Works, environment: Environment, policy: Policy): Promise<{ readonly template: Template; readonly content: string }> {
    const building = { cacheDir, log }
    const disk = await once(parts, environment.digest, async () => {
      const built = await environmentPart(environment, building)
      notices.push(...built.drift.map((each) => `${environment.id}: ${driftText(each)}`))
      return built
    })
    const { dir, digest } = await (system ??= systemDisk().catch((error: unknown) => { system = null; throw error }))
    // Forks of narrower limits share the template of their environment's own.
    const memoryMb = Math.max(memoryFor(environment.limits), memoryFor(policy.limits))
    const template = await once(templates, `${disk.part.digest} ${memoryMb}`, () => ensureTemplate({
      cacheDir, log, qemu: works.qemu, policy: policyOf(environment), limits: works.maker.limits, randomness: works.maker.randomness, name: works.maker.name('vm'),
      machine: { accelerator: works.accelerator, memoryMb, kernel: join(dir, 'vmlinuz'), initramfs: join(dir, 'initramfs.cpio') },
      system: { file: join(dir, 'system.erofs'), digest }, environment: { file: join(disk.part.dir, 'environment.erofs'), digest: disk.part.digest },
    }))
    return { template, content: disk.content }
  }

  return {
    id: options.placement === 'same' ? 'qemu-same-machine' : 'qemu',
    async readiness(): Promise<Readiness> {
      try {
        const { accelerator, because } = await running()
        return { ready: true, tier: accelerator, promises: PROMISES, notMet: [...NOT_MET, ...(accelerator === 'tcg' ? [{ promise: 'speed.hardware', because }] : [])] }
      } catch (error) {
        return { ready: false, because: (error as Error).message }
      }
    },
    async prepare(environment, workspace, changes) {
      const works = await running()
      const policy = policyOf(environment, changes)
      const because = refusal(policy)
      if (because !== null) throw new BackendUnavailable('prepare', because)
      if (policy.network !== 'none') throw new BackendUnavailable('prepare', 'a guest has no network device, so no policy can give it the network of the host')
      const missing = unmet(policy, PROMISES)
      if (missing.length > 0) throw new BackendUnavailable('prepare', `environment ${environment.id} requires ${missing.join(', ')}, which this backend does not keep`)
      try {
        const { template, content } = await templateFor(works, environment, policy)
        const recipe = { template, policy, base: content, files: withDeclared(policy, workspace), time: works.maker.now().getTime() * 1_000_000 }
        options.watch?.(works.maker, { ...recipe, layers: [] })
        return await prepared(works.maker, recipe)
      } catch (error) {
        if (error instanceof ChangedImage) throw new BackendUnavailable('prepare', error.message, { cause: error, own: true })
        throw error
      }
    },
    notices: () => notices,
    leftovers: () => findLeftovers(),
    remove: (leftover) => removeLeftover(leftover),
    async close() {
      await Promise.all([...open].map((vm) => vm.kill()))
      started = null
      const dir = place
      place = null
      if (dir !== null) await removePlace(dir)
    },
  }
}

/** What a guest keeps: its image is the same wherever it runs, so none of it depends on the host or its user. */
const PROMISES: Promises = {
  ownMounts: true, ownProcesses: true, ownNetwork: true, ownIpc: true, ownHostname: true, distinctUsers: true, rootOfFork: true, noNewPrivileges: true,
  noCapabilities: true, systemCallFilter: true, privateTmp: true, memoryLimit: 'fork', processLimit: 'fork', diskLimit: true, fileLimits: true, processorLimit: true,
  killsAll: true, ownKernel: true, preload: true,
}

const NOT_MET = [
  { promise: 'contract.hardLinks', because: 'an overlay copies a file up under the one name that is written to, so several names of a file part at the first write in a fork of a sealed state' },
]
