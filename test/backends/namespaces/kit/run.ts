/** Commands and files in forks, with the usual things filled in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bounds, Command, Execution, FileEntry, Fork, ReadResult, User } from '../../../../src/contract/index.ts'

export const ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/agent', LANG: 'C.UTF-8' }

export const BOUNDS: Bounds = { files: 50_000, bytesPerFile: 64 << 20, bytes: 256 << 20 }

type Over = Partial<Omit<Command, 'argv'>>

export function run(fork: Fork, argv: readonly string[], over: Over = {}): Promise<Execution> {
  return fork.exec({ argv, user: 'agent', cwd: fork.policy.workspace, env: ENV, wallSeconds: 30, ...over })
}

export const sh = (fork: Fork, script: string, over: Over = {}): Promise<Execution> => run(fork, ['/bin/sh', '-c', script], over)

export const python = (fork: Fork, code: string, args: readonly string[] = [], over: Over = {}): Promise<Execution> =>
  run(fork, ['/usr/bin/python3', '-c', dedented(code), ...args], over)

/** Code as it stands in a test, without the indentation that it has there. */
function dedented(code: string): string {
  const indent = /^\n( *)/.exec(code)?.[1] ?? ''
  return code.replaceAll(`\n${indent}`, '\n')
}

/** A program of probes/, sent to the fork as its code. */
export const probe = (fork: Fork, name: string, args: readonly string[] = [], over: Over = {}): Promise<Execution> =>
  python(fork, probeText(name), args, over)

export const probeText = (name: string): string => readFileSync(join(import.meta.dirname, '../probes', name), 'utf8')

export const out = (execution: Execution): string => Buffer.from(execution.stdout).toString()
export const err = (execution: Execution): string => Buffer.from(execution.stderr).toString()

/** Standard output of a command that must succeed. */
export async function said(execution: Promise<Execution>): Promise<string> {
  const done = await execution
  if (done.exitCode !== 0) throw new Error(`exit ${done.exitCode ?? done.signal}: ${out(done)}${err(done)}`)
  return out(done)
}

export function file(path: string, content: string | Uint8Array, mode = 0o644, owner: User = 'agent'): FileEntry {
  return { path, bytes: typeof content === 'string' ? Buffer.from(content) : content, mode, owner }
}

export async function get(fork: Fork, path: string): Promise<ReadResult> {
  const [result] = await fork.get([path], BOUNDS)
  if (result === undefined) throw new Error(`no answer for ${path}`)
  return result
}

/** Waits until something is so, for as long as a busy machine may take. */
export async function until(what: () => boolean | Promise<boolean>, why: string): Promise<void> {
  for (const end = performance.now() + 40_000; !(await what());) {
    if (performance.now() > end) throw new Error(`never: ${why}`)
    await pause(20)
  }
}

/** Waits until a command has made this file, so that it is known to be under way. */
export const made = (fork: Fork, path: string): Promise<void> => until(async () => (await get(fork, path)).state === 'file', `${path} is there`)

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
