import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backend, Command, Execution, Fork } from '../../contract/index.ts'
import { wrap } from './wrap.ts'

/**
 * A backend that isolates nothing: every command runs on the host as whoever called, in a new folder that stands for the
 * fork's workspace and HOME. Files that are laid and read are still the fork's own.
 */
export function onTheHost(inner: Backend): Backend {
  const folders = new WeakMap<Fork, Promise<string>>()
  const folderOf = (fork: Fork): Promise<string> => {
    const known = folders.get(fork) ?? mkdtemp(join(tmpdir(), 'polygraph-host-'))
    folders.set(fork, known)
    return known
  }
  return wrap(inner, 'on-the-host', {
    exec: async (fork, command) => run(command, await folderOf(fork)),
    discard: async (fork) => {
      const folder = await folders.get(fork)
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
      await fork.discard()
    },
  })
}

const OUTPUT_BYTES = 1 << 20

function run({ argv: [program = '', ...args], env, stdin, wallSeconds, outputBytes = OUTPUT_BYTES, signal }: Command, folder: string): Promise<Execution> {
  return new Promise((resolve) => {
    const from = performance.now()
    // A group of its own, so that all of it can be ended.
    const child = spawn(program, args, { cwd: folder, env: { ...env, HOME: folder }, detached: true })
    let timedOut = false
    const end = (): void => { if (child.pid !== undefined) try { process.kill(-child.pid, 'SIGKILL') } catch { /* it is over */ } }
    const timer = setTimeout(() => { timedOut = true; end() }, wallSeconds * 1000)
    signal?.addEventListener('abort', end, { once: true })
    const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (part: Buffer) => { parts[name].push(part) })
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
    const done = (exitCode: number | null, how: string | null): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      const [stdout, stderr] = [Buffer.concat(parts.stdout), Buffer.concat(parts.stderr)]
      resolve({
        exitCode, signal: how, timedOut, outOfMemory: false, preloaded: false,
        truncated: { stdout: stdout.length > outputBytes, stderr: stderr.length > outputBytes },
        stdout: stdout.subarray(0, outputBytes), stderr: stderr.subarray(0, outputBytes),
        durationMs: performance.now() - from, usage: { cpuMs: null, peakMemoryBytes: null },
      })
    }
    child.once('error', () => done(127, null))
    child.once('close', done)
  })
}
