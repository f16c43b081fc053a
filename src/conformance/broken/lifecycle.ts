import type { Backend, BackendUnavailable as Unavailable, Execution, Fork, Snapshot } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import type { Broken } from './index.ts'
import { wrap } from './wrap.ts'

/** Backends whose forks begin or end wrongly, or that hide it when they fail. */
export const LIFECYCLE = {
  'forgets-workspace': { because: 'a state is made without the files that were to be laid in it', wrap: (inner: Backend) => wrap(inner, 'forgets-workspace', { prepare: (backend, environment, _, policy) => backend.prepare(environment, [], policy) }) },
  'forgets-between-commands': { because: 'each command runs in a fork of its own', wrap: (inner: Backend) => wrap(inner, 'forgets-between-commands', { fork: forgetting }) },
  'discards-nothing': { because: 'a fork that is discarded goes on', wrap: (inner: Backend) => wrap(inner, 'discards-nothing', { discard: async () => {} }) },
  'discards-once': { because: 'a fork can be discarded once', wrap: discardingOnce },
  'drops-requirements': { because: 'a policy that cannot be met is weakened until it can', wrap: (inner: Backend) => wrap(inner, 'drops-requirements', { prepare: (backend, environment, files, policy) => backend.prepare(environment, files, { ...policy, requires: [] }) }) },
  'fails-as-unavailable': { because: 'a command that fails is told as a failure of the backend', wrap: (inner: Backend) => wrap(inner, 'fails-as-unavailable', { exec: async (fork, command) => orUnavailable(await fork.exec(command)) }) },
  'tells-unavailable-as-exit': { because: 'a failure of the backend is told as a command that failed', wrap: (inner: Backend) => wrap(inner, 'tells-unavailable-as-exit', { exec: (fork, command) => fork.exec(command).catch(() => ended(255)) }) },
  'throws-plain-errors': { because: 'what fails in the backend comes as any error, without the name of the call', wrap: plainErrors },
  'dies-of-kills': { because: 'a command that is killed takes the state with it that its fork was made from', wrap: (inner: Backend) => wrap(inner, 'dies-of-kills', { fork: fragile(new Set()) }) },
} as const satisfies Readonly<Record<string, Broken>>

function ended(exitCode: number): Execution {
  return {
    exitCode, signal: null, timedOut: false, outOfMemory: false, truncated: { stdout: false, stderr: false }, stdout: new Uint8Array(), stderr: new Uint8Array(),
    durationMs: 0, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false,
  }
}

function orUnavailable(execution: Execution): Execution {
  if (execution.exitCode !== 0) throw new BackendUnavailable('exec', 'the command failed')
  return execution
}

/** A fork that has no more than its calls: those of another one with some replaced. */
const replaced = (fork: Fork, calls: Partial<Fork>): Fork => ({
  id: fork.id, policy: fork.policy, exec: (command) => fork.exec(command), put: (files) => fork.put(files), get: (paths, bounds) => fork.get(paths, bounds),
  seal: () => fork.seal(), discard: () => fork.discard(), ...calls,
})

async function forgetting(state: Snapshot): Promise<Fork> {
  return replaced(await state.fork(), { async exec(command) {
    const other = await state.fork()
    return other.exec(command).finally(() => other.discard())
  } })
}

function discardingOnce(inner: Backend): Backend {
  const gone = new WeakSet<Fork>()
  return wrap(inner, 'discards-once', { discard: async (fork) => {
    if (gone.has(fork)) throw new Error('no such fork')
    gone.add(fork)
    await fork.discard()
  } })
}

const fragile = (broken: Set<string>) => async (state: Snapshot): Promise<Fork> => {
  const check = (during: Unavailable['during']): void => {
    if (broken.has(state.id)) throw new BackendUnavailable(during, 'the state is gone with a process of a fork')
  }
  check('fork')
  const fork = await state.fork()
  return replaced(fork, { async exec(command) {
    check('exec')
    const execution = await fork.exec(command)
    if (execution.signal === 'SIGKILL') broken.add(state.id)
    return execution
  } })
}

function plainErrors(inner: Backend): Backend {
  const plain = (thrown: unknown): never => { throw new Error(thrown instanceof Error ? thrown.message : String(thrown)) }
  return wrap(inner, 'throws-plain-errors', {
    exec: (fork, command) => fork.exec(command).catch(plain),
    put: (fork, files) => fork.put(files).catch(plain),
    get: (fork, paths, bounds) => fork.get(paths, bounds).catch(plain),
    seal: (fork) => fork.seal().catch(plain),
    fork: (state) => state.fork().catch(plain),
    read: (state, paths, bounds) => state.read(paths, bounds).catch(plain),
    changes: (state, bounds) => state.changes(bounds).catch(plain),
    prepare: (backend, environment, files, policy) => backend.prepare(environment, files, policy).catch(plain),
  })
}
