/** A template: a guest that was booted, warmed up and stopped. Its memory lies in a file that every fork maps copy-on-write. */
import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Policy, Randomness } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { entryOf, requestOf } from '../fork-replies.ts'
import { guestInterfaces } from './guest-agent.ts'
import { ensurePart } from './image/store.ts'
import { payload, writeIso } from './image/payload.ts'
import { argumentsOf, type Machine } from './machine.ts'
import type { Limits } from './limits.ts'
import { unitsFor } from './sandbox.ts'
import { startVm, type Vm } from './vm.ts'

/** The base of every state in a guest, and the name that it has there. */
export const BASE = 'environment'

/** Where the guest's program finds the tree of the environment. */
const ENVIRONMENT_DIR = '/run/polygraph/environment'

/** To be raised with every change that changes what is in the memory of a template and isn't in the payload or the machine. */
const RECIPE = 2

export interface Template { readonly dir: string; readonly machine: Machine }

export interface TemplatePlan {
  readonly cacheDir: string
  readonly log: (line: string) => void
  readonly machine: Omit<Machine, 'disks' | 'payloadDigest'>
  /** Files of the disks, and the digests of the parts that they belong to. */
  readonly system: { readonly file: string; readonly digest: string }
  readonly environment: { readonly file: string; readonly digest: string }
  /** QEMU's own version: no memory goes from one to another. */
  readonly qemu: string
  readonly policy: Policy
  readonly limits: Limits
  readonly randomness: Randomness
  /** Names a process of QEMU, so that a later clean-up can tell whose it is. */
  readonly name: string
}

/** The class of network controllers on a PCI bus. */
const NETWORK_CLASS = 2

/** The template of a plan: from the cache, every byte checked, or booted. One process at a time makes it. */
export async function ensureTemplate(plan: TemplatePlan): Promise<Template> {
  const { cacheDir, log } = plan
  const brought = await payload()
  const at = (dir: string): Machine => ({
    ...plan.machine, payloadDigest: brought.digest,
    disks: [{ name: 'system', file: plan.system.file }, { name: 'environment', file: plan.environment.file }, { name: 'payload', file: join(dir, 'payload.iso') }],
  })
  const generic = argumentsOf({ ...at(''), kernel: '', initramfs: '', disks: at('').disks.map((disk) => ({ ...disk, file: '' })) }, { file: '', writes: true }, '')
  const key = createHash('sha256').update(JSON.stringify({ recipe: RECIPE, qemu: plan.qemu, arguments: generic, system: plan.system.digest, environment: plan.environment.digest, payload: brought.digest })).digest('hex')
  const part = await ensurePart(cacheDir, { kind: 'template', recipe: key, tree: plan.environment.digest, packages: [] }, log, async (dir) => {
    log(`booting a guest (${plan.machine.accelerator === 'tcg' ? 'emulated: a minute or so' : 'by KVM'}); the next run starts from its memory`)
    await writeIso(brought, join(dir, 'iso'), join(dir, 'payload.iso'))
    await bootAgain(plan, at(dir), dir)
    return ['memory', 'device', 'payload.iso']
  })
  return { dir: part.dir, machine: at(part.dir) }
}

/** Nothing of a trial is in a boot, so one that fails is told and tried again. */
const BOOTS = 3

async function bootAgain(plan: TemplatePlan, machine: Machine, dir: string): Promise<void> {
  for (let left = BOOTS - 1; ; left -= 1) {
    try {
      return await boot(plan, machine, dir)
    } catch (error) {
      if (!(error instanceof BackendUnavailable) || left === 0) throw error
      plan.log(`the guest did not come up (${error.message}); booting it again`)
      for (const name of ['memory', 'device']) await rm(join(dir, name), { force: true })
    }
  }
}

async function boot(plan: TemplatePlan, machine: Machine, dir: string): Promise<void> {
  const vm = startVm({ machine, memory: { file: join(dir, 'memory'), writes: true }, name: plan.name })
  try {
    await assertAlone(plan, vm)
    await vm.call('prepare', 'base', { name: BASE, root: ENVIRONMENT_DIR, binds: [] }, plan.limits.callMs)
    await warmUp(plan, vm)
    await vm.qmp.execute('prepare', 'stop')
    await vm.qmp.execute('prepare', 'migrate-set-capabilities', { capabilities: [{ capability: 'x-ignore-shared', state: true }] })
    await vm.qmp.execute('prepare', 'migrate', { uri: `exec:cat >'${join(dir, 'device').replaceAll("'", `'\\''`)}'` })
    for (;;) {
      const { status } = await vm.qmp.execute('prepare', 'query-migrate') as { status?: string }
      if (status === 'completed') break
      if (status === 'failed' || status === 'cancelled') throw new BackendUnavailable('prepare', `the state of the booted guest could not be saved: ${status}`)
      await setTimeout(10)
    }
    if ((await stat(join(dir, 'device'))).size === 0) throw new BackendUnavailable('prepare', 'the state of the booted guest is empty')
  } finally {
    await vm.kill()
  }
}

/** Three witnesses that the guest can reach nobody: its own program, QEMU's agent in it, and the devices that QEMU shows it. */
async function assertAlone({ limits, randomness }: TemplatePlan, vm: Vm): Promise<void> {
  const hello = await vm.hello(limits.bootMs)
  const told = z.object({ interfaces: z.array(z.string()) }).safeParse(hello)
  const seen = await guestInterfaces(vm.agent, Number.parseInt(randomness.hex(3), 16), limits.callMs)
  const devices = JSON.stringify(await vm.qmp.execute('prepare', 'query-pci'))
  const hasCard = Array.from(devices.matchAll(/"class":(\d+)/g)).some(([, number]) => Number(number) >> 8 === NETWORK_CLASS)
  const isAlone = told.success && told.data.interfaces.join() === 'lo' && seen.join() === 'lo' && !hasCard
  if (!isAlone) throw new BackendUnavailable('prepare', `a guest must have no network, and this one has: ${told.success ? told.data.interfaces.join(', ') : 'no list'}; by its agent ${seen.join(', ')}${hasCard ? '; and a network device' : ''}`)
}

/** Runs in a fork of the guest what trials will run, so that forks find it in memory and interpreters preloaded. */
async function warmUp({ policy, limits }: TemplatePlan, vm: Vm): Promise<void> {
  const call = (op: string, fields: object): Promise<unknown> => vm.call('prepare', op, { ...fields }, limits.callMs)
  await call('prepare', { snapshot: 'warm', base: BASE, baseDigest: '', policy, files: [{ path: `${policy.workspace}/test_warm.py`, bytes: Buffer.from('def test_it():\n    assert True\n'), mode: 0o644, owner: 'agent' } as const].map(entryOf) })
  for (const round of ['1', '2']) {
    await call('fork', { snapshot: 'warm', fork: `warm${round}` })
    for (const [argv, preload] of WARM) {
      await call('exec', { fork: `warm${round}`, ...requestOf({ argv, user: 'agent', cwd: policy.workspace, env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...policy.env }, wallSeconds: 120, cpuSeconds: 120, ...(preload ? { preload } : {}) }, policy) })
    }
    if (round === '1') await call('discard', { fork: 'warm1' })
  }
  const declared: Policy = { ...policy, sandbox: 'declared-files', declared: [] }
  await call('fork', { snapshot: 'warm', fork: 'units', units: unitsFor(declared) })
  for (const user of ['agent', 'verifier'] as const) {
    await call('exec', { fork: 'units', ...requestOf({ argv: ['/bin/true'], user, cwd: policy.workspace, env: policy.env, wallSeconds: 120, cpuSeconds: 120 }, declared) })
  }
  await call('discard', { fork: 'units' })
  await call('settle', {})
  await call('seal', { fork: 'warm2', snapshot: 'warm3' })
  for (const snapshot of ['warm3', 'warm']) await call('discard-snapshot', { snapshot })
}

const WARM: readonly (readonly [readonly string[], ('python' | 'pytest')?])[] = [
  [['/bin/sh', '-c', 'ls -la; id; cat test_warm.py | grep -c def; git --version; true']],
  [['python3', '-m', 'pytest', '-q']],
  [['node', '--version']],
  [['python3', '-c', 'import json, subprocess, base64'], 'python'],
  [['python3', '-m', 'pytest', '-q'], 'pytest'],
]
