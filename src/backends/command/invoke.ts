import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Invocation {
  readonly argv: readonly string[]
  readonly stdin?: Uint8Array
  readonly wallSeconds: number
  /** Bytes of each stream that are kept. */
  readonly outputBytes: number
  readonly signal?: AbortSignal | undefined
  /** All the environment it gets; without it, what a tool needs to find its state. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

export type Invoked =
  | { readonly started: false; readonly because: string }
  | {
    readonly started: true; readonly exitCode: number | null; readonly signal: string | null; readonly timedOut: boolean
    readonly truncated: { readonly stdout: boolean; readonly stderr: boolean }; readonly stdout: Buffer; readonly stderr: Buffer; readonly durationMs: number
  }

/** How long a tool's streams may stay open after it ended: something it started holds them. */
const LINGER_MS = 200

/**
 * What whoever started this program left open is no business of a command. The text is fixed: arguments come after it, and
 * are never part of it. Without --norc bash would read start-up files, since a socket is its standard input.
 */
const CLOSING = 'for open in /proc/self/fd/*; do open=${open##*/}; ((open > 2)) && eval "exec $open>&-"; done; exec -- "$@"'

/** A command line that no kernel takes is the command's affair: a shell says it so. */
const tooLong = (durationMs: number): Invoked => ({
  started: true, exitCode: 126, signal: null, timedOut: false, truncated: { stdout: false, stderr: false }, stdout: Buffer.alloc(0), stderr: Buffer.from('Argument list too long\n'), durationMs,
})

/**
 * Runs a command of the host without a shell and with no more of the environment than `env`, which is by default what a tool needs to
 * find its state. Never throws. Past its time it is killed with its process group. Output past the bound is counted and thrown away,
 * so that nobody can fill our memory.
 */
export function invoke({ argv, stdin, wallSeconds, outputBytes, signal, env = toolEnvironment(), cwd }: Invocation): Promise<Invoked> {
  if (!isInstalled(argv[0]!, env['PATH'], cwd)) return Promise.resolve({ started: false, because: `${argv[0]} is not installed` })
  return new Promise((done) => {
    const from = performance.now()
    const refused = (error: NodeJS.ErrnoException): Invoked => error.code === 'E2BIG' ? tooLong(performance.now() - from) : { started: false, because: `${argv[0]}: ${error.message}` }
    let child: ReturnType<typeof start>
    try {
      child = start(argv, env, cwd)
    } catch (thrown) {
      done(refused(thrown as NodeJS.ErrnoException))
      return
    }
    const kept = { stdout: new Kept(outputBytes), stderr: new Kept(outputBytes) }
    let timedOut = false
    const kill = (): void => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch { /* it ended meanwhile */ }
    }
    const timer = setTimeout(() => { timedOut = true; kill() }, wallSeconds * 1000)
    const aborted = (): void => kill()
    child.stdout.on('data', (data: Buffer) => kept.stdout.add(data))
    child.stderr.on('data', (data: Buffer) => kept.stderr.add(data))
    // A command needn't read what it is given.
    child.stdin.on('error', () => {})
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      done(refused(error))
    })
    child.once('spawn', () => {
      if (signal?.aborted === true) kill()
      signal?.addEventListener('abort', aborted, { once: true })
      child.stdin.end(stdin ?? new Uint8Array())
    })
    child.once('exit', (exitCode, by) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      const durationMs = performance.now() - from
      const end = (): void => {
        child.stdout.destroy()
        child.stderr.destroy()
        done({
          started: true, exitCode: timedOut ? null : exitCode, signal: timedOut ? 'SIGKILL' : by, timedOut, durationMs,
          truncated: { stdout: kept.stdout.truncated, stderr: kept.stderr.truncated }, stdout: kept.stdout.bytes(), stderr: kept.stderr.bytes(),
        })
      }
      const linger = setTimeout(end, LINGER_MS)
      child.once('close', () => {
        clearTimeout(linger)
        end()
      })
    })
  })
}

const start = (argv: readonly string[], env: Readonly<Record<string, string>>, cwd: string | undefined) =>
  spawn('/bin/bash', ['--norc', '--noprofile', '-c', CLOSING, 'bash', ...argv], { env, cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })

/** Whether a program, by path or by a name on PATH, can be run. */
export function isInstalled(program: string, path = process.env['PATH'] ?? '', cwd = '.'): boolean {
  const paths = program.includes('/') ? [resolve(cwd, program)] : path.split(':').map((dir) => join(dir, program))
  return paths.some((each) => {
    try {
      accessSync(each, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

class Kept {
  readonly #most: number
  readonly #parts: Buffer[] = []
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  add(data: Buffer): void {
    if (this.#size < this.#most) this.#parts.push(data.subarray(0, this.#most - this.#size))
    this.#size += data.length
  }

  get truncated(): boolean {
    return this.#size > this.#most
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** What a container engine or a vendor's CLI needs to find itself; nothing of it is given to a command in a fork. */
function toolEnvironment(): Readonly<Record<string, string>> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'DOCKER_HOST', 'CONTAINER_HOST', 'KUBECONFIG']
  return Object.fromEntries(names.flatMap((name) => process.env[name] === undefined ? [] : [[name, process.env[name]]]))
}
