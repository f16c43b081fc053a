/**
 * A test double of a backend: a fork is a copy of a folder, a command is a process in it, and nothing is isolated. It
 * keeps the types and the order of calls, so that trial and run can be tested on any machine. It fails where it is told to.
 * Scripts run as whoever runs the tests, outside any fence: what is hostile to a host belongs into tests on a real backend.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, cp, lstat, mkdir, mkdtemp, open, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Backend, Change, Command, Execution, FileEntry, Fork, Policy, ReadResult, Snapshot } from '../../src/contract/index.ts'
import { BackendUnavailable } from '../../src/contract/index.ts'
import { Limits } from '../../src/schema/index.ts'

export interface Fake extends Backend {
  /** Folders that still stand. */
  standing(): Promise<readonly string[]>
  /** The calls that were made, in order. */
  readonly calls: readonly string[]
}

export interface Faults {
  /** Called before each call of the backend; throwing is failing. */
  readonly before?: (call: BackendUnavailable['during'], label: string) => void | Promise<void>
}

export const unavailable = (during: BackendUnavailable['during']): BackendUnavailable => new BackendUnavailable(during, `the double was told to fail at ${during}`)

const PROMISES = {
  ownMounts: false, ownProcesses: false, ownNetwork: false, ownIpc: false, ownHostname: false, distinctUsers: false, rootOfFork: false,
  noNewPrivileges: false, noCapabilities: false, systemCallFilter: false, privateTmp: false, memoryLimit: 'none', processLimit: 'none', diskLimit: false, fileLimits: false, processorLimit: false,
  killsAll: false, ownKernel: false, preload: false,
} as const

export async function fakeBackend({ before = () => {} }: Faults = {}): Promise<Fake> {
  const root = await mkdtemp(join(tmpdir(), 'polygraph-double-'))
  const calls: string[] = []
  let count = 0
  const call = async (during: BackendUnavailable['during'], label: string): Promise<void> => {
    calls.push(`${during} ${label}`)
    await before(during, label)
  }

  function policyOf(dir: string): Policy {
    return {
      writable: 'home-and-workspace', workspace: join(dir, 'workspace'), home: join(dir, 'home/agent'), network: 'host', limits: Limits.parse({}),
      env: {}, distinctUsers: false, ownProcesses: false, privateTmp: false, systemCallFilter: false, followLinks: false, sandbox: 'open', declared: [], requires: [],
    }
  }

  async function copy(from: string): Promise<string> {
    const dir = join(root, `f${++count}`)
    await cp(from, dir, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    return dir
  }

  function snapshotOf(dir: string, base: string | null, digest: string): Snapshot {
    return {
      id: dir, digest, policy: policyOf(dir), ...(base === null ? {} : { base: createHash('sha256').update('base').digest('hex') }),
      async fork({ label = '' } = {}) {
        await call('fork', label)
        return forkOf(await copy(dir), dir, label)
      },
      async changes() {
        await call('changes', '')
        return { changes: base === null ? [] : await changesOf(dir, base), complete: true }
      },
      async read(paths) {
        await call('read', '')
        return Promise.all(paths.map((path) => readOne(dir, path)))
      },
      discard: () => rm(dir, { recursive: true, force: true }),
    }
  }

  function forkOf(dir: string, base: string, label: string): Fork {
    const groups: number[] = []
    let sealed = false
    const killAll = (): void => { for (const group of groups) try { process.kill(-group, 'SIGKILL') } catch {} }
    return {
      id: dir, policy: policyOf(dir),
      async exec(command) {
        await call('exec', label)
        return run(command, (group) => groups.push(group))
      },
      async put(files) {
        await call('put', label)
        await lay(dir, files)
      },
      async get(paths) {
        await call('get', label)
        return Promise.all(paths.map((path) => readOne(dir, path)))
      },
      async seal() {
        await call('seal', label)
        killAll()
        sealed = true
        return snapshotOf(dir, base, await digestOf(dir))
      },
      async discard() {
        await call('discard', label)
        killAll()
        if (!sealed) await rm(dir, { recursive: true, force: true })
      },
    }
  }

  return {
    id: 'double', calls,
    readiness: async () => ({ ready: true, tier: 'double', promises: PROMISES, notMet: [] }),
    async prepare(environment, workspace) {
      await call('prepare', environment.id)
      const dir = join(root, `s${++count}`)
      await mkdir(join(dir, 'workspace'), { recursive: true })
      await mkdir(join(dir, 'home/agent'), { recursive: true })
      await lay(dir, workspace)
      return snapshotOf(dir, null, await digestOf(dir))
    },
    leftovers: async () => [],
    remove: async () => {},
    close: () => rm(root, { recursive: true, force: true }),
    standing: async () => (await readdir(root).catch(() => [])),
  }
}

const inside = (dir: string, path: string): string => path.startsWith(`${dir}/`) ? path : join(dir, path)

async function lay(dir: string, files: readonly FileEntry[]): Promise<void> {
  for (const file of files) {
    const path = inside(dir, file.path)
    await mkdir(dirname(path), { recursive: true })
    await rm(path, { recursive: true, force: true })
    await writeFile(path, file.bytes)
    await chmod(path, file.mode)
  }
}

async function readOne(dir: string, path: string): Promise<ReadResult> {
  const full = inside(dir, path)
  try {
    const stat = await lstat(full)
    if (stat.isSymbolicLink()) return { path, state: 'not-regular', type: 'link' }
    if (stat.isDirectory()) return { path, state: 'not-regular', type: 'directory' }
    if (!stat.isFile()) return { path, state: 'not-regular', type: 'fifo' }
    const handle = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return { path, state: 'file', bytes: await handle.readFile(), mode: stat.mode & 0o777, links: stat.nlink }
    } finally {
      await handle.close()
    }
  } catch {
    return { path, state: 'missing' }
  }
}

async function list(dir: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const read = entry.isSymbolicLink() ? await readlink(path) : entry.isFile() ? await readOne(dir, path) : entry.isDirectory() ? 'directory' : 'special'
    found.set(path.slice(dir.length), typeof read === 'string' ? read : read.state === 'file' ? createHash('sha256').update(read.bytes).digest('hex') : read.state)
  }
  return found
}

async function digestOf(dir: string): Promise<string> {
  return createHash('sha256').update(JSON.stringify([...await list(dir)].toSorted())).digest('hex')
}

async function changesOf(dir: string, base: string): Promise<readonly Change[]> {
  const [now, then] = [await list(dir), await list(base)]
  const about = (path: string, content: string): Change => ({
    path: dir + path, change: 'added', type: content === 'directory' ? 'directory' : 'file', mode: 0, owner: 0, group: 0, size: 0,
    sha256: /^[0-9a-f]{64}$/.test(content) ? content : null, target: null, xattrs: {},
  })
  return [
    ...[...now].filter(([path, content]) => then.get(path) !== content).map(([path, content]) => ({ ...about(path, content), change: then.has(path) ? 'changed' as const : 'added' as const })),
    ...[...then].filter(([path]) => !now.has(path)).map(([path, content]) => ({ ...about(path, content), change: 'deleted' as const })),
  ].toSorted((a, b) => a.path < b.path ? -1 : 1)
}

/** Runs until the process itself has ended, whoever else holds its output open. */
function run(command: Command, started: (group: number) => void): Promise<Execution> {
  const limit = command.outputBytes ?? 1 << 20
  return new Promise((resolve) => {
    const from = performance.now()
    const child = spawn(command.argv[0]!, command.argv.slice(1), { cwd: command.cwd, env: { ...command.env }, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const streams = { stdout: { parts: [] as Buffer[], size: 0 }, stderr: { parts: [] as Buffer[], size: 0 } }
    let timedOut = false
    if (child.pid !== undefined) started(child.pid)
    const kill = (): void => { try { process.kill(-child.pid!, 'SIGKILL') } catch {} }
    const timer = setTimeout(() => { timedOut = true; kill() }, command.wallSeconds * 1000)
    command.signal?.addEventListener('abort', kill)
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (data: Buffer) => {
        const stream = streams[name]
        if (stream.size < limit) stream.parts.push(data.subarray(0, limit - stream.size))
        stream.size += data.length
      })
    }
    child.stdin.on('error', () => {})
    child.stdin.end(command.stdin ?? new Uint8Array())
    child.on('error', () => {})
    child.on('exit', (exitCode, signal) => {
      clearTimeout(timer)
      setTimeout(() => resolve({
        exitCode, signal, timedOut, outOfMemory: false,
        truncated: { stdout: streams.stdout.size > limit, stderr: streams.stderr.size > limit },
        stdout: Buffer.concat(streams.stdout.parts), stderr: Buffer.concat(streams.stderr.parts),
        durationMs: performance.now() - from, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false,
      }), 30)
    })
  })
}
