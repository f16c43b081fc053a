import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invoke } from '../../backends/command/invoke.ts'
import type { Backend, Command, Execution, Fork } from '../../contract/index.ts'
import { wrap } from './wrap.ts'

/**
 * A backend that isolates nothing: every command runs on the host as whoever called, in a new folder that stands for the
 * fork's workspace and HOME. Files that are laid and read are still the fork's own.
 */
export function runsOnHost(inner: Backend): Backend {
  const folders = new WeakMap<Fork, Promise<string>>()
  const folderOf = (fork: Fork): Promise<string> => {
    const known = folders.get(fork) ?? mkdtemp(join(tmpdir(), 'polygraph-host-'))
    folders.set(fork, known)
    return known
  }
  return wrap(inner, 'runs-on-host', {
    exec: async (fork, command) => run(command, await folderOf(fork)),
    discard: async (fork) => {
      const folder = await folders.get(fork)
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
      await fork.discard()
    },
  })
}

/** As it is asked; a program that isn't there is 127, as in a fork. */
async function run({ argv, env, stdin, wallSeconds, outputBytes = 1 << 20, signal }: Command, folder: string): Promise<Execution> {
  const ended = await invoke({ argv, env: { ...env, HOME: folder }, cwd: folder, wallSeconds, outputBytes, ...(stdin === undefined ? {} : { stdin }), signal })
  const { exitCode, signal: how, timedOut, truncated, stdout, stderr, durationMs } = ended.started
    ? ended
    : { exitCode: 127, signal: null, timedOut: false, truncated: { stdout: false, stderr: false }, stdout: Buffer.alloc(0), stderr: Buffer.from(`${ended.because}\n`), durationMs: 0 }
  return { exitCode, signal: how, timedOut, outOfMemory: false, truncated, stdout, stderr, durationMs, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false }
}
