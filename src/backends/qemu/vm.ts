/** One QEMU process and all that is said with it. It dies with this process, and leaves nothing: its channels have no names. */
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { BackendUnavailable } from '../../contract/index.ts'
import { lineCalls, type LineCalls, type Reply } from '../line-calls.ts'
import { argumentsOf, CHANNELS, type Machine } from './machine.ts'
import { QEMU } from './programs.ts'
import { qmpOver, type Qmp } from './qmp.ts'
import { consoleReader } from './console.ts'

type During = BackendUnavailable['during']

/** A line may hold a file of a task or all that a command said, both bounded far below this. */
const MOST_LINE_BYTES = 512 << 20

export interface Vm {
  readonly pid: number
  readonly qmp: Qmp
  /** The port over which layers come and go. */
  readonly layers: Duplex
  readonly agent: Duplex
  /** The first line of the guest's program. */
  hello(limitMs: number): Promise<Reply>
  /** Asks the guest's program. Ends the machine where no answer comes within the limit. */
  call(during: During, op: string, fields: Reply, limitMs: number, signal?: AbortSignal): Promise<Reply>
  /** Resolves when QEMU has ended, with why. */
  readonly ended: Promise<string>
  gone(): string | null
  /** Ends QEMU at once and waits for it. Idempotent. */
  kill(because?: string): Promise<void>
}

export interface Start {
  readonly machine: Machine
  readonly memory: { readonly file: string; readonly writes: boolean }
  /** Arguments beside those of every machine. */
  readonly extra?: readonly string[]
  /** Memory that no file keeps, for a machine that is saved in another way than ours. */
  readonly plainMemory?: boolean
  /** The device state that a fork starts from. */
  readonly state?: string
  readonly name: string
}

/** Starts QEMU. It holds this process's end of nothing, and is killed by the kernel when this process dies. */
export function startVm({ machine, memory, state, name, extra = [], plainMemory = false }: Start): Vm {
  const stateFd = state === undefined ? null : openSync(state, 'r')
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', QEMU, ...argumentsOf(machine, plainMemory ? null : memory, name), ...extra], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', stateFd ?? 'ignore'],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', TMPDIR: '/tmp', LC_ALL: 'C' },
    // Ctrl-C reaches the whole foreground group; the run decides what is torn down.
    detached: true,
  })
  if (stateFd !== null) closeSync(stateFd)
  const channel = (fd: number): Duplex => child.stdio[fd] as Duplex
  for (const fd of Object.values(CHANNELS)) channel(fd).on('error', () => {})
  const console = consoleReader(child.stdout!)
  let complaint = ''
  child.stderr!.on('error', () => {}).setEncoding('utf8').on('data', (text: string) => { complaint = (complaint + text).slice(-4000) })

  const qmp = qmpOver(channel(CHANNELS.qmp))
  let killed: string | null = null
  const kill = (because: string): Promise<void> => {
    killed ??= because
    child.kill('SIGKILL')
    return ended.then(() => {})
  }
  const calls: LineCalls = lineCalls(channel(CHANNELS.calls), channel(CHANNELS.calls), { mostBytes: MOST_LINE_BYTES, onBroken: (because) => void kill(because) })
  const ended = new Promise<string>((resolve) => {
    const end = (because: string): void => {
      qmp.end(because)
      calls.end(because)
      resolve(because)
    }
    child.once('error', (error) => end(`QEMU could not be started: ${error.message}`))
    child.once('close', (code, signal) => {
      const said = complaint.trim().split('\n').at(-1) ?? ''
      end(killed ?? console.told() ?? `QEMU ended (${signal ?? `exit ${code}`})${said === '' ? '' : `: ${said}`}`)
    })
  })

  /** An answer in time, or the end of the machine: one that doesn't answer is of no use to anybody. */
  async function within<T>(during: During, promise: Promise<T>, limitMs: number, what: string): Promise<T> {
    let late: NodeJS.Timeout | undefined
    const timer = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        const because = `the guest did not ${what} within ${Math.round(limitMs / 1000)} s${console.last()}`
        reject(new BackendUnavailable(during, because))
        void kill(because)
      }, limitMs)
    })
    try {
      return await Promise.race([promise, timer])
    } finally {
      clearTimeout(late)
    }
  }

  return {
    pid: child.pid ?? 0, qmp, layers: channel(CHANNELS.layers), agent: channel(CHANNELS.agent), ended,
    hello: (limitMs) => within('prepare', calls.hello('prepare'), limitMs, 'start'),
    call: (during, op, fields, limitMs, signal) => within(during, calls.call(during, op, fields, signal), limitMs, `answer to ${op}`),
    gone: () => calls.gone(),
    kill: (because = 'the machine was ended') => kill(because),
  }
}
