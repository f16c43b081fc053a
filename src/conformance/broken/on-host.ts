import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Command, Execution } from '../../contract/index.ts'

/** Nobody, by the id that it has on every Linux. */
const NOBODY = 65534

/**
 * Runs a command on this machine with nothing around it, as nobody where this process is root: what a probe does must be
 * harmless, and this makes it more so. Output past 1 MiB is thrown away.
 */
export function onHost({ argv, cwd, env, stdin, wallSeconds, signal }: Command): Promise<Execution> {
  const from = performance.now()
  return new Promise((done) => {
    const [program = '', ...rest] = argv
    const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    const child = spawn(program, rest, {
      cwd: existsSync(cwd) ? cwd : tmpdir(), env, ...who, timeout: wallSeconds * 1000, killSignal: 'SIGKILL', stdio: 'pipe', ...(signal === undefined ? {} : { signal }),
    })
    const out: Buffer[] = [], err: Buffer[] = []
    child.stdout.on('data', (bytes: Buffer) => { out.push(bytes) })
    child.stderr.on('data', (bytes: Buffer) => { err.push(bytes) })
    // A program that reads no input closes the pipe before it is written.
    child.stdin.on('error', () => {})
    child.stdin.end(stdin ?? '')
    const end = (exitCode: number | null, how: string | null): void => done({
      exitCode, signal: how, timedOut: how === 'SIGKILL', outOfMemory: false, truncated: { stdout: false, stderr: false },
      stdout: Buffer.concat(out).subarray(0, 1 << 20), stderr: Buffer.concat(err).subarray(0, 1 << 20),
      durationMs: performance.now() - from, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false,
    })
    child.on('error', () => { end(127, null) })
    child.on('close', end)
  })
}
