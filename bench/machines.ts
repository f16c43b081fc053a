/**
 * What a virtual machine costs as a fork: the qemu backend beside namespaces, beside a boot, and beside the usual way to fork
 * one (a copy of a disk with a saved machine in it, loaded). Everything interleaved in one run; asserts nothing.
 */
import { execa } from 'execa'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNamespacesBackend } from '../src/backends/namespaces/index.ts'
import { createQemuBackend } from '../src/backends/qemu/index.ts'
import { requestOf } from '../src/backends/fork-replies.ts'
import { stand, type Maker, type Recipe } from '../src/backends/qemu/standing.ts'
import { startVm, type Vm } from '../src/backends/qemu/vm.ts'
import type { Catalogue } from '../src/catalogue/index.ts'
import type { Snapshot } from '../src/contract/index.ts'
import { taskFiles } from '../src/trial/index.ts'
import { interleaved, median, ms, p95, ratio, timed } from './measure.ts'
import { prototypeRate, prototypeTrial } from './trials.ts'

const TRUE = { argv: ['/bin/true'], user: 'agent', cwd: '/', env: {}, wallSeconds: 60 } as const
const LIMIT_MS = 300_000

export async function machineCosts(catalogue: Catalogue, quick: boolean, tell: (line: string) => void): Promise<void> {
  const [rounds, trials, blocks] = quick ? [5, 4, 1] : [20, 12, 3]
  const task = catalogue.tasks.get('calculator')!
  const environment = catalogue.environments.get(task.environment)!
  const files = taskFiles(task)
  let seen: { readonly maker: Maker; readonly recipe: Recipe } | null = null
  const qemu = createQemuBackend({ log: console.error, watch: (maker, recipe) => { seen ??= { maker, recipe } } })
  const namespaces = createNamespacesBackend({ log: console.error })
  const place = await mkdtemp(join(tmpdir(), 'polygraph-machines-'))
  try {
    const [ready, beside] = [await qemu.readiness(), await namespaces.readiness()]
    if (!ready.ready || !beside.ready) throw new Error(ready.ready ? (beside as { because: string }).because : ready.because)
    const machine = await qemu.prepare(environment, files)
    const process = await namespaces.prepare(environment, files)
    const { maker, recipe } = seen as unknown as { maker: Maker; recipe: Recipe }
    tell(`\nvirtual machines, ${ready.tier === 'kvm' ? 'by KVM' : 'emulated (no figure of these compares with one by KVM)'}; ${rounds} interleaved rounds:`)

    const saved = await saveByDisk(recipe, place)
    const samples = await interleaved(rounds, {
      machine: () => firstAnswer(maker, recipe),
      loaded: () => loadedAnswer(recipe, saved, place),
      fork: () => forked(machine),
      process: () => forked(process),
    })
    const boots: number[] = []
    for (let round = 0; round < Math.min(3, rounds); round++) boots.push(await booted(recipe, place))
    const line = (name: string, values: readonly number[]): string => `  ${name.padEnd(66)} ${ms(median(values))} p50, ${ms(p95(values))} p95`
    tell(line('QEMU started to first answer of the guest', samples['machine']!))
    tell(line('  the same by loadvm from a copy of a disk', samples['loaded']!))
    tell(line('  the same by a boot', boots))
    tell(line('fork of a prepared state, one "true", discard', samples['fork']!))
    tell(line('  the same by namespaces', samples['process']!))
    tell(`  first answer over loadvm ${ratio(median(samples['machine']!) / median(samples['loaded']!))}, over a boot ${ratio(median(samples['machine']!) / median(boots))}; fork + exec + discard over namespaces ${ratio(median(samples['fork']!) / median(samples['process']!))}`)
    await memory(maker, recipe, tell)

    tell(`\nprototype's trial on machines, ${blocks} interleaved blocks of ${trials}; "same machine": the grader in the agent's own, as the prototype had it:`)
    for (const [state, fast] of [[machine, true], [process, true]] as const) await prototypeTrial(state, fast)
    for (const concurrency of [1, 2]) {
      const ways = { same: [] as number[], fresh: [] as number[], process: [] as number[] }
      for (let block = 0; block < blocks; block++) {
        ways.same.push(await sameMachineRate(maker, recipe, trials, concurrency))
        ways.fresh.push(await prototypeRate(machine, true, trials, concurrency))
        ways.process.push(await prototypeRate(process, true, trials * 4, concurrency))
      }
      const [same, fresh, other] = [ways.same, ways.fresh, ways.process].map((values) => values.reduce((sum, each) => sum + each, 0) / values.length) as [number, number, number]
      tell(`  concurrency ${concurrency}: same machine ${same.toFixed(0)} a minute, fresh machines ${fresh.toFixed(0)}, namespaces ${other.toFixed(0)}; same over fresh ${ratio(same / fresh)}, fresh over namespaces ${(fresh / other).toFixed(3)}×`)
    }
  } finally {
    await qemu.close()
    await namespaces.close()
    await rm(place, { recursive: true, force: true })
  }
}

async function forked(snapshot: Snapshot): Promise<void> {
  const fork = await snapshot.fork()
  await fork.exec(TRUE)
  await fork.discard()
}

/** From the start of QEMU to the answer of the guest's program, as the backend does it. The state is laid after that. */
async function firstAnswer(maker: Maker, recipe: Recipe): Promise<number> {
  let answered = 0
  const from = performance.now()
  const standing = await stand(maker, recipe, 'fork', () => { answered = performance.now() - from })
  await standing.end()
  return answered
}

const base = ({ template }: Recipe) => ({ machine: template.machine, name: 'polygraph-bench' })

/** A machine that is saved into a disk, the way of savevm. */
async function saveByDisk(recipe: Recipe, place: string): Promise<string> {
  const disk = join(place, 'saved.qcow2')
  await execa('qemu-img', ['create', '-q', '-f', 'qcow2', disk, '4G'])
  const vm = startVm({ ...base(recipe), memory: { file: join(place, 'saved.memory'), writes: true }, extra: withDisk(disk), plainMemory: true })
  try {
    await vm.hello(LIMIT_MS)
    await vm.qmp.execute('prepare', 'human-monitor-command', { 'command-line': 'savevm it' })
  } finally {
    await vm.kill()
  }
  return disk
}

const withDisk = (disk: string): readonly string[] => ['-drive', `file=${disk},if=none,id=saved,format=qcow2`, '-device', 'virtio-blk-pci,drive=saved']

async function loadedAnswer(recipe: Recipe, saved: string, place: string): Promise<number> {
  const disk = join(place, 'copy.qcow2')
  const from = performance.now()
  await copyFile(saved, disk)
  const vm = startVm({ ...base(recipe), memory: { file: join(place, 'copy.memory'), writes: true }, extra: [...withDisk(disk), '-loadvm', 'it'], plainMemory: true })
  return answerOf(vm, from)
}

async function answerOf(vm: Vm, from: number): Promise<number> {
  try {
    await vm.call('fork', 'ping', {}, LIMIT_MS)
    return performance.now() - from
  } finally {
    await vm.kill()
  }
}

async function booted(recipe: Recipe, place: string): Promise<number> {
  const from = performance.now()
  const vm = startVm({ ...base(recipe), memory: { file: join(place, 'boot.memory'), writes: true } })
  try {
    await vm.hello(LIMIT_MS)
    return performance.now() - from
  } finally {
    await vm.kill()
  }
}

/** What one more idle machine takes of the host's memory (proportional set size), at growing numbers of them. */
async function memory(maker: Maker, recipe: Recipe, tell: (line: string) => void): Promise<void> {
  const standing: Awaited<ReturnType<typeof stand>>[] = []
  const told: string[] = []
  for (const count of [1, 2, 4, 8]) {
    while (standing.length < count) standing.push(await stand(maker, recipe, 'fork'))
    const sizes = await Promise.all(standing.map(({ vm }) => proportional(vm.pid)))
    told.push(`${(sizes.reduce((sum, each) => sum + each, 0) / count).toFixed(0)} MiB each at ${count}`)
  }
  for (const each of standing) await each.end()
  tell(`  memory of an idle machine (PSS): ${told.join(', ')}`)
}

async function proportional(pid: number): Promise<number> {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Fork, the agent's program, a grader of another user beside it on what it left, the end: all in one machine. */
async function sameMachineRate(maker: Maker, recipe: Recipe, count: number, concurrency: number): Promise<number> {
  let left = count
  const request = (user: 'agent' | 'verifier', argv: readonly string[], preload: 'python' | 'pytest'): object =>
    requestOf({ argv, user, cwd: recipe.policy.workspace, env: { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1' }, wallSeconds: 60, preload }, recipe.policy)
  const trial = async (): Promise<void> => {
    const { vm, state, end } = await stand(maker, recipe, 'fork')
    try {
      await vm.call('fork', 'fork', { snapshot: state, fork: 'agent' }, LIMIT_MS)
      await vm.call('exec', 'exec', { fork: 'agent', ...request('agent', ['python3', '-c', FIX], 'python') }, LIMIT_MS)
      await vm.call('seal', 'seal', { fork: 'agent', snapshot: 'sealed' }, LIMIT_MS)
      await vm.call('fork', 'fork', { snapshot: 'sealed', fork: 'grader' }, LIMIT_MS)
      const { exitCode } = await vm.call('exec', 'exec', { fork: 'grader', ...request('verifier', ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'], 'pytest') }, LIMIT_MS)
      if (exitCode !== 0) throw new Error(`pytest ended with ${String(exitCode)}`)
    } finally {
      await end()
    }
  }
  const worker = async (): Promise<void> => { while (left-- > 0) await trial() }
  return count / await timed(() => Promise.all(Array.from({ length: concurrency }, worker))) * 60_000
}

const FIX = 'import re; t = open("impl.py").read(); open("impl.py", "w").write(re.sub("a - b", "a + b", re.sub(r"a \\+ b", "a * b", t)))'

