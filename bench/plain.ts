import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { buildRootfs, defaultCacheDir } from '../src/backends/rootfs/index.ts'
import { policyOf } from '../src/backends/namespaces/index.ts'
import type { Backend, Command, Execution, FileEntry, Fork, Policy, Snapshot } from '../src/contract/index.ts'
import type { Environment } from '../src/schema/index.ts'

const WRITABLE = ['workspace', 'home/agent', 'tmp', 'var/tmp']

/**
 * The yardstick of the benchmark: the same commands with no isolation at all. A "fork" is a plain copy of the writable
 * folders in a tree that a chroot starts from, since the environment's interpreter must be the same; no namespace, no
 * overlay, no limit, no filter, nothing killed. It is for the honest agent of a benchmark and nothing else, needs root,
 * and never leaves this folder.
 */
export async function plainBackend(place: string): Promise<Backend> {
  const free: string[] = []
  let count = 0

  async function slot(root: string): Promise<string> {
    const known = free.pop()
    if (known !== undefined) return known
    const dir = join(place, `slot${++count}`)
    await execa('cp', ['-al', root, dir])
    await execa('mount', ['--bind', '/dev', join(dir, 'dev')])
    await execa('mount', ['-t', 'proc', 'proc', join(dir, 'proc')])
    return dir
  }

  function reset(dir: string): void {
    for (const name of WRITABLE) {
      rmSync(join(dir, name), { recursive: true, force: true })
      mkdirSync(join(dir, name), { recursive: true, mode: 0o777 })
    }
  }

  function snapshotOf(root: string, saved: string, policy: Policy): Snapshot {
    return {
      id: saved, digest: '0'.repeat(64), base: '0'.repeat(64), policy,
      async fork() {
        const dir = await slot(root)
        reset(dir)
        for (const name of WRITABLE) cpSync(join(saved, name), join(dir, name), { recursive: true, verbatimSymlinks: true })
        return forkOf(root, dir, policy)
      },
      changes: async () => ({ changes: [], complete: true }),
      read: async (paths) => paths.map((path) => readAt(saved, path)),
      discard: async () => rmSync(saved, { recursive: true, force: true }),
    }
  }

  function forkOf(root: string, dir: string, policy: Policy): Fork {
    let over = false
    const put = (files: readonly FileEntry[]): void => files.forEach((file) => writeAt(dir, file))
    return {
      id: dir, policy,
      exec: (command) => run(dir, command),
      put: async (files) => put(files),
      get: async (paths) => paths.map((path) => readAt(dir, path)),
      async seal() {
        const saved = join(place, `sealed${++count}`)
        for (const name of WRITABLE) cpSync(join(dir, name), join(saved, name), { recursive: true, verbatimSymlinks: true })
        over = true
        free.push(dir)
        return snapshotOf(root, saved, policy)
      },
      async discard() {
        if (!over) free.push(dir)
        over = true
      },
    }
  }

  return {
    id: 'plain',
    readiness: async () => ({ ready: false, because: 'it is no backend: it isolates nothing' }),
    async prepare(environment: Environment, workspace) {
      const rootfs = await buildRootfs(environment, { cacheDir: defaultCacheDir(), log: console.error })
      if (!rootfs.ok) throw new Error(rootfs.because)
      const saved = join(place, `prepared${++count}`)
      for (const name of WRITABLE) mkdirSync(join(saved, name), { recursive: true })
      workspace.forEach((file) => writeAt(saved, file))
      return snapshotOf(rootfs.dir, saved, policyOf(environment))
    },
    leftovers: async () => [],
    remove: async () => {},
    async close() {
      for (let index = 1; index <= count; index++) {
        const dir = join(place, `slot${index}`)
        if (existsSync(dir)) await execa('umount', [join(dir, 'dev'), join(dir, 'proc')])
      }
      await execa('rm', ['-rf', '--one-file-system', place])
    },
  }
}

function writeAt(root: string, file: FileEntry): void {
  const path = join(root, file.path)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  writeFileSync(path, file.bytes, { mode: file.mode })
}

function readAt(root: string, path: string): Awaited<ReturnType<Snapshot['read']>>[number] {
  const full = join(root, path)
  if (!existsSync(full)) return { path, state: 'missing' }
  return { path, state: 'file', bytes: readFileSync(full), mode: statSync(full).mode & 0o7777, links: 1 }
}

function run(root: string, command: Command): Promise<Execution> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn('/usr/sbin/chroot', [root, '/bin/sh', '-c', 'cd "$0" && exec "$@"', command.cwd, ...command.argv], { env: { ...command.env } })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => out.push(part))
    child.stderr.on('data', (part: Buffer) => err.push(part))
    child.stdin.on('error', () => {})
    child.stdin.end(command.stdin ?? '')
    child.once('error', reject)
    child.once('close', (exitCode, signal) => resolve({
      exitCode, signal, timedOut: false, outOfMemory: false, truncated: { stdout: false, stderr: false },
      stdout: Buffer.concat(out), stderr: Buffer.concat(err), durationMs: performance.now() - begun,
      usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false,
    }))
  })
}
