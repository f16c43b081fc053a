/** A backend that lives in a process of another user, with the interface of one that lives here. */
import type { ChildProcess } from 'node:child_process'
import type { Backend, Command, Fork, Snapshot } from '../../../../src/contract/index.ts'
import { BackendUnavailable } from '../../../../src/contract/index.ts'
import type { NamespacesOptions } from '../../../../src/backends/namespaces/index.ts'
import { spawnAsOrdinaryUser } from './user.ts'

export interface Call { readonly id: number; readonly target: number; readonly method: string; readonly args: readonly unknown[] }
export type Result = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: { readonly message: string; readonly during: string | undefined } }

interface Waiting { resolve(value: unknown): void; reject(error: Error): void }

export interface Remote { readonly backend: Backend; readonly pid: number; readonly tmp: string }

export async function remoteBackend(options: NamespacesOptions): Promise<Remote> {
  const { child, place, remove } = await spawnAsOrdinaryUser('test/backends/namespaces/kit/remote-host.ts', [JSON.stringify(options)])
  const call = caller(child)
  const on = (target: number, method: string) => (...args: unknown[]): Promise<never> => call(target, method, args) as Promise<never>
  let closed: Promise<void> | undefined
  async function close(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await call(0, 'close', [])
    await remove()
  }
  const backend: Backend = {
    id: 'namespaces',
    readiness: on(0, 'readiness'),
    prepare: on(0, 'prepare'),
    leftovers: on(0, 'leftovers'),
    remove: on(0, 'remove'),
    close: () => closed ??= close(),
  }
  return { backend: { ...backend, prepare: (_environment, files, policy) => call(0, 'prepare', ['the environment', files, policy]) as Promise<Snapshot> }, pid: child.pid ?? 0, tmp: `${place}/tmp` }
}

function caller(child: ChildProcess): (target: number, method: string, args: readonly unknown[]) => Promise<unknown> {
  const waiting = new Map<number, Waiting>()
  let last = 0
  child.on('message', (result: Result) => {
    const { resolve, reject } = waiting.get(result.id) ?? {}
    waiting.delete(result.id)
    if ('error' in result) reject?.(errorOf(result.error))
    else resolve?.(thingOf(result.value, call))
  })
  let ended = false
  child.once('exit', () => {
    ended = true
    for (const each of waiting.values()) each.reject(new Error('the process of the remote backend ended'))
  })
  function call(target: number, method: string, args: readonly unknown[]): Promise<unknown> {
    const id = ++last
    if (ended) return Promise.reject(new BackendUnavailable('fork', 'the process of the remote backend ended'))
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      child.send({ id, target, method, args: args.map((argument) => sendable(child, id, argument)) })
    })
  }
  return call
}

function sendable(child: ChildProcess, id: number, argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || !('signal' in argument)) return argument
  const { signal, ...command } = argument as Command
  signal?.addEventListener('abort', () => child.send({ abort: id }), { once: true })
  return { ...command, abortable: true }
}

function errorOf({ message, during }: { readonly message: string; readonly during: string | undefined }): Error {
  return during === undefined ? new Error(message) : new BackendUnavailable(during as 'exec', message)
}

function thingOf(value: unknown, call: ReturnType<typeof caller>): unknown {
  if (typeof value !== 'object' || value === null || !('thing' in value)) return value
  const { thing, kind, data } = value as { thing: number; kind: 'fork' | 'snapshot'; data: object }
  const names: readonly (keyof Fork | keyof Snapshot)[] = kind === 'fork' ? ['exec', 'put', 'get', 'seal', 'discard'] : ['fork', 'changes', 'read', 'discard']
  return { ...data, ...Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => call(thing, name, args)])) }
}
