import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../src/catalogue/index.ts'

const MAIN = ['--conditions=polygraph-source', join(projectRoot(), 'bin/polygraph.mjs')]

export interface Ended { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly out: string; readonly err: string }
export interface Child {
  readonly pid: number
  readonly ended: Promise<Ended>
  /** Resolves when standard error holds the text. */
  said(text: string): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Nobody reads what it says any more. */
  leave(): void
}
export interface Options { readonly fault?: string; readonly tmp?: string; readonly cwd?: string; readonly mounts?: string }

/** A place with temporary and state folders of its own, in which the command runs as a user would run it. */
export interface Home {
  readonly dir: string
  start(args: readonly string[], options?: Options): Child
  run(args: readonly string[], options?: Options): Promise<Ended>
  /** What fork servers left, below whatever TMPDIR they had. */
  left(): Promise<readonly string[]>
  remove(): Promise<void>
}

export async function openHome(): Promise<Home> {
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-home-'))
  for (const name of ['tmp', 'other-tmp', 'state']) await mkdir(join(dir, name), { mode: 0o700 })

  function start(args: readonly string[], { fault = '', tmp = 'tmp', cwd = dir, mounts }: Options = {}): Child {
    const argv = [process.execPath, ...MAIN, ...args]
    // Mounts that are gone with the command, in a namespace of its own.
    const [command, ...rest] = mounts === undefined ? argv : ['unshare', '--mount', '--propagation', 'private', 'sh', '-ec', `${mounts}\nexec "$@"`, 'sh', ...argv]
    const child = spawn(command!, rest, {
      cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: join(dir, tmp), XDG_STATE_HOME: join(dir, 'state'), POLYGRAPH_FAULT: fault },
    })
    const said = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => { said.out += text })
    child.stderr.setEncoding('utf8').on('data', (text: string) => { said.err += text })
    const ended = new Promise<Ended>((resolve) => { child.on('close', (code, signal) => resolve({ code, signal, ...said })) })
    return {
      pid: child.pid!, ended,
      said: (text) => new Promise((resolve, reject) => {
        const look = (): void => { if (said.err.includes(text)) resolve() }
        child.stderr.on('data', look)
        child.on('close', () => reject(new Error(`it ended before it said "${text}": ${said.err}`)))
        look()
      }),
      kill: (signal) => { if (child.exitCode === null && child.signalCode === null) process.kill(child.pid!, signal) },
      leave: () => { child.stdout.destroy(); child.stderr.destroy() },
    }
  }

  return {
    dir, start,
    run: (args, options) => start(args, options).ended,
    left: async () => (await Promise.all(['tmp', 'other-tmp'].map((name) => readdir(join(dir, name), { recursive: true })))).flat().filter((path) => path.includes('forks-')),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** A refusal is one or more sentences: no stack, no name of an error class. */
export const STACK = /\n\s+at |^\w*Error: /m

/** Runs the run of `doomed.ts` in a folder until it is dead, and gives the signal that ended it. `temp`: where its double lies. */
export function doomed(dir: string, fault: string, temp: string): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, ['--conditions=polygraph-source', join(projectRoot(), 'test/helpers/doomed.ts'), dir, fault], { env: { ...process.env, TMPDIR: temp }, stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve) => { child.on('exit', (_, signal) => resolve(signal)) })
}
