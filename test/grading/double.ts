/**
 * A unit-test double of a fork: commands run as this user on this host in a temporary folder, without any isolation.
 * It stands in for nothing but the calls that verifiers make; real forks are tested end to end elsewhere.
 */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Act, Change, Command, Execution, FileEntry, Fork, Policy, ReadResult, Snapshot, VerifierContext } from '../../src/contract/index.ts'
import type { Case, Claim, Mode, Task } from '../../src/schema/index.ts'
import { Limits } from '../../src/schema/index.ts'
import { sharedProgram } from '../../src/grading/index.ts'

const WORKSPACE = '/work'
const HOME = '/home/agent'
const PYTHON = '/usr/bin/python3'

export const policy: Policy = {
  writable: 'home-and-workspace', workspace: WORKSPACE, home: HOME, network: 'none',
  limits: { ...Limits.parse({}), verify_seconds: 5 }, env: {}, distinctUsers: false, ownProcesses: false,
  privateTmp: false, systemCallFilter: false, followLinks: false, sandbox: 'open', declared: [], requires: [],
}

export const ended: Execution = {
  exitCode: 0, signal: null, timedOut: false, outOfMemory: false, truncated: { stdout: false, stderr: false },
  stdout: new Uint8Array(), stderr: new Uint8Array(), durationMs: 1, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false,
}

export const silent: Claim = {
  words: '', scriptExit: 0, testExit: null, testOutput: '', timedOut: false, signal: null, outOfMemory: false, truncated: false,
}

/** A task of one Python file `impl.py` and the given cases. */
export function taskOf(cases: { visible?: readonly Case[]; stated?: readonly Case[]; heldOut?: readonly Case[] }, rest: Partial<Task> = {}): Task {
  return {
    id: 'unit', dir: '/', description: '', language: 'python', instruction: '', artifact: ['impl.py'],
    visibleTest: ['python3', 'test_impl.py'], visibleFiles: [], environment: 'python', mutants: [], workspace: [], solution: [], tests: [],
    digest: '0'.repeat(64),
    cases: { module: 'impl', visible: cases.visible ?? [], statedOnly: cases.stated ?? [], heldOut: cases.heldOut ?? [] },
    ...rest,
  }
}

export interface Situation {
  readonly task: Task
  /** What the agent left, by absolute path in the fork; a text stands for a regular file. */
  readonly left?: Readonly<Record<string, string | Uint8Array>>
  readonly artifact?: readonly ReadResult[]
  readonly claim?: Partial<Claim>
  readonly changes?: readonly Change[]
  readonly complete?: boolean
  /** Variables that the environment gives to every command. */
  readonly env?: Readonly<Record<string, string>>
  readonly mode?: Mode
  /** The wall limit of a command. */
  readonly seconds?: number
  /** Sees each command before it runs, and may answer in its place. */
  readonly intercept?: (command: Command) => Partial<Execution> | undefined
}

/** A context whose forks are temporary folders, and what was asked of it. */
export function contextOf(situation: Situation): { -readonly [key in keyof VerifierContext]: VerifierContext[key] } & { readonly commands: Command[]; readonly puts: FileEntry[]; close(): void } {
  const commands: Command[] = []
  const puts: FileEntry[] = []
  const roots: string[] = []
  const start = situation.task.workspace.map((file) => [`${WORKSPACE}/${file.path}`, file.bytes] as const)
  const fork = async (place: string): Promise<Fork> => {
    const root = mkdtempSync(join(tmpdir(), 'polygraph-double-'))
    roots.push(root)
    for (const folder of [WORKSPACE, HOME, '/var/tmp']) mkdirSync(join(root, folder), { recursive: true })
    const files = place === 'sealed-fork' ? [...start, ...Object.entries(situation.left ?? {})] : start
    for (const [path, bytes] of files) lay(root, { path, bytes: Buffer.from(bytes as string), mode: 0o644, owner: 'agent' })
    return doubleOf(root, situation, commands, puts)
  }
  const snapshot = {
    id: 'sealed', digest: '0'.repeat(64),
    policy: { ...policy, env: situation.env ?? {}, limits: { ...policy.limits, verify_seconds: situation.seconds ?? policy.limits.verify_seconds } },
    changes: async () => ({ changes: situation.changes ?? [], complete: situation.complete ?? true }),
    read: async (paths: readonly string[]) => paths.map((path) => read(situation, path)),
  } as unknown as Snapshot
  return {
    commands, puts, task: situation.task, sealed: snapshot, pristine: snapshot, mode: situation.mode ?? 'faithful', workspace: WORKSPACE, home: HOME, sources: [],
    act: { claim: { ...silent, ...situation.claim }, execution: ended } as Act,
    fork,
    artifact: async () => situation.artifact ?? situation.task.artifact.map((path) => read(situation, `${WORKSPACE}/${path}`)),
    program: async (name) => (await sharedProgram(name))!,
    nonce: (bytes) => randomBytes(bytes).toString('hex'),
    signal: new AbortController().signal,
    close: () => roots.forEach((root) => rmSync(root, { recursive: true, force: true })),
  }
}

function read(situation: Situation, path: string): ReadResult {
  const left = situation.left?.[path]
  return left === undefined ? { path, state: 'missing' } : { path, state: 'file', bytes: Buffer.from(left as string), mode: 0o644, links: 1 }
}

function lay(root: string, file: FileEntry): void {
  const path = join(root, file.path)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { recursive: true, force: true })
  writeFileSync(path, file.bytes)
  chmodSync(path, file.mode)
}

// Generated tests name the paths of the fork in their text.
const GENERATED = /(test_held_out\.py|held-out\.test\.mjs|test\.sh)$/

function doubleOf(root: string, { intercept, seconds }: Situation, commands: Command[], puts: FileEntry[]): Fork {
  const inside = (text: string): string => text.replace(/(?<![\w.])(\/work|\/home\/agent|\/var\/tmp)(?=\/|$|["'\s])/g, `${root}$1`)
  return {
    id: root, policy: { ...policy, limits: { ...policy.limits, verify_seconds: seconds ?? 10 } },
    exec: async (command) => {
      commands.push(command)
      const instead = intercept?.(command)
      return instead === undefined ? execute({ ...command, env: { TMPDIR: '/var/tmp', ...command.env } }, inside) : { ...ended, ...instead }
    },
    put: async (files) => files.forEach((file) => {
      puts.push(file)
      lay(root, GENERATED.test(file.path) ? { ...file, bytes: Buffer.from(inside(Buffer.from(file.bytes).toString('utf8'))) } : file)
    }),
    get: async (paths) => paths.map((path): ReadResult => {
      const real = join(root, path)
      if (!existsSync(real)) return { path, state: 'missing' }
      const stat = lstatSync(real)
      if (!stat.isFile()) return { path, state: 'not-regular', type: stat.isDirectory() ? 'directory' : 'link' }
      return { path, state: 'file', bytes: readFileSync(real), mode: stat.mode & 0o777, links: stat.nlink }
    }),
    seal: async () => { throw new Error('a double is not sealed') },
    discard: async () => rmSync(root, { recursive: true, force: true }),
  }
}

function execute(command: Command, inside: (text: string) => string): Promise<Execution> {
  const argv = command.argv.map(inside).map((word, index) => (index === 0 && word === 'python3' ? PYTHON : word))
  const env = Object.fromEntries(Object.entries(command.env).map(([name, value]) => [name, inside(value)]))
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(argv[0]!, argv.slice(1), { cwd: inside(command.cwd), env: { ...env, PATH: `${dirname(process.execPath)}:${env.PATH}` }, detached: true })
    const out = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
    const truncated = { stdout: false, stderr: false }
    const most = command.outputBytes ?? 1 << 20
    let timedOut = false
    for (const stream of ['stdout', 'stderr'] as const) {
      let size = 0
      child[stream].on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > most) truncated[stream] = true
        else out[stream].push(chunk)
      })
    }
    const end = (): void => { try { process.kill(-child.pid!, 'SIGKILL') } catch { /* it is gone already */ } }
    const timer = setTimeout(() => { timedOut = true; end() }, command.wallSeconds * 1000)
    child.on('error', reject)
    child.stdin.on('error', () => {})
    child.stdin.end(command.stdin ?? '')
    child.on('exit', () => end())
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      resolve({
        ...ended, exitCode, signal, timedOut, truncated, durationMs: performance.now() - started,
        stdout: Buffer.concat(out.stdout), stderr: Buffer.concat(out.stderr),
      })
    })
  })
}

