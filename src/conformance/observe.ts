import { setTimeout as sleep } from 'node:timers/promises'
import type { Backend, Fork, Policy, ProbeContext, Randomness, RunOptions, User } from '../contract/index.ts'
import { BackendUnavailable } from '../contract/index.ts'
import type { Environment } from '../schema/index.ts'
import { answerOf } from './kit/program.ts'
import type { Seen } from './judge.ts'
import type { LoadedProbe } from './load.ts'
import type { Starts } from './starts.ts'

export interface Tools {
  readonly backend: Backend
  readonly starts: Starts
  readonly environment: Environment
  readonly randomness: Randomness
  readonly signal: AbortSignal
  /** How many times its own seconds a probe is given. */
  readonly patience: number
}

/** Seconds that the tear-down of a probe may take before it is told as a failure. */
const TEARDOWN_SECONDS = 30

/**
 * Runs one probe in forks of its own and discards them. Whatever the backend does is a value: a call that throws, a probe
 * that takes longer than it declares (a backend that hangs), a tear-down that fails.
 */
export async function observe(probe: LoadedProbe, tools: Tools): Promise<Seen> {
  const made = new Made()
  const ended = new AbortController()
  const context = contextOf(probe, tools, made, AbortSignal.any([tools.signal, ended.signal]))
  const seconds = probe.seconds * tools.patience
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Seen>((done) => {
    timer = setTimeout(() => done({ state: 'failed', evidence: `no answer within ${seconds} s` }), seconds * 1000)
  })
  let seen: Seen
  try {
    seen = await Promise.race([late, seenOf(probe, context)])
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
  const left = await made.discard(tools.patience)
  return left !== null && seen.state === 'holds' ? { state: 'failed', evidence: `its tear-down failed: ${left}` } : seen
}

async function seenOf(probe: LoadedProbe, context: ProbeContext): Promise<Seen> {
  try {
    return probe.host !== null ? await probe.host(context) : await inFork(probe, context)
  } catch (thrown) {
    if (thrown instanceof BackendUnavailable) return { state: 'failed', evidence: `${thrown.during}: ${thrown.message}` }
    return { state: 'failed', evidence: `the backend broke the contract: ${thrown instanceof Error ? thrown.message : String(thrown)}` }
  }
}

async function inFork(probe: LoadedProbe, context: ProbeContext): Promise<Seen> {
  return answerOf(await context.run(await context.fork(), probe.program!, { user: probe.user }))
}

/** All that a probe made, to be discarded in the reverse order. */
class Made {
  readonly #things: { discard(): Promise<void> }[] = []

  add<T extends { discard(): Promise<void> }>(thing: T): T {
    this.#things.push(thing)
    return thing
  }

  /** What went wrong, or null. */
  async discard(patience: number): Promise<string | null> {
    let wrong: string | null = null
    for (const thing of this.#things.toReversed()) {
      const late = sleep(TEARDOWN_SECONDS * patience * 1000, 'late' as const, { ref: false })
      const how = await Promise.race([late, thing.discard().then(() => null, (thrown: Error) => thrown.message)])
      if (how !== null) wrong ??= how === 'late' ? `discard did not return within ${TEARDOWN_SECONDS * patience} s` : how
    }
    return wrong
  }
}

function contextOf(probe: LoadedProbe, { backend, starts, environment, randomness }: Tools, made: Made, signal: AbortSignal): ProbeContext {
  const policy: Partial<Policy> = { limits: { ...environment.limits, ...probe.limits } }
  const command = (fork: Fork, argv: readonly string[], { args = [], ...options }: RunOptions = {}) => fork.exec({
    user: 'agent' as User, cwd: fork.policy.workspace, env: environmentOf(fork), wallSeconds: 20, signal, ...options, argv: [...argv, ...args],
  })
  const context: ProbeContext = {
    backend, signal,
    prepare: async (files = [], changes = {}) => made.add(await starts.make(environment, files, { ...policy, ...changes })),
    start: () => starts.shared(environment, policy),
    fork: async (snapshot) => made.add(await (snapshot ?? await context.start()).fork({ label: probe.id })),
    seal: async (fork) => made.add(await fork.seal()),
    exec: command,
    shell: (fork, script, options) => command(fork, ['/bin/sh', '-c', script, 'probe'], options),
    async run(fork, program, options) {
      const text = Buffer.from(await context.file(program)).toString('utf8')
      return program.endsWith('.py') ? command(fork, ['/usr/bin/python3', '-I', '-c', text], options) : command(fork, ['/bin/sh', '-c', text, program], options)
    },
    file: async (name) => {
      const found = probe.files.get(name)
      if (found === undefined) throw new Error(`probe ${probe.id} has no file "${name}"`)
      return found.bytes
    },
    nonce: (bytes = 8) => randomness.hex(bytes),
    sleep: async (ms) => { await sleep(ms) },
  }
  return context
}

/** What every command of a probe gets: the environment's variables and a way to find programs. */
function environmentOf({ policy }: Fork): Readonly<Record<string, string>> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: policy.home, LANG: 'C.UTF-8', ...policy.env }
}

