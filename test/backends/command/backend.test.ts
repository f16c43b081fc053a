import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandBackend, readDefinition } from '../../../src/backends/command/index.ts'
import { placesRoot } from '../../../src/backends/places.ts'
import { loadCatalogue, projectRoot } from '../../../src/catalogue/index.ts'
import type { Backend, Command, Execution, Fork, Snapshot } from '../../../src/contract/index.ts'
import type { Environment } from '../../../src/schema/index.ts'

/** The bwrap example: a backend of nothing but a file, on real forks. */
const BOUNDS = { files: 1000, bytesPerFile: 1 << 20, bytes: 1 << 22 }
let backend: Backend
let environment: Environment
let start: Snapshot

beforeAll(async () => {
  const [read, loaded] = await Promise.all([readDefinition(join(projectRoot(), 'examples/backends/bwrap.toml')), loadCatalogue({ dirs: [projectRoot()] })])
  if (!read.ok || !loaded.ok) throw new Error('the example or the catalogue is broken')
  environment = loaded.catalogue.environments.get('python')!
  backend = createCommandBackend(read.definition)
  start = await backend.prepare(environment, [{ path: '/workspace/a.txt', bytes: Buffer.from('hi'), mode: 0o640, owner: 'agent' }], { workspace: '/workspace', home: '/home/agent' })
})
afterAll(() => backend.close())

const command = (script: string, over: Partial<Command> = {}): Command => ({ argv: ['/bin/sh', '-c', script], user: 'agent', cwd: '/workspace', env: { PATH: '/usr/bin:/bin' }, wallSeconds: 20, ...over })
const text = ({ stdout, stderr }: Execution): string => `${Buffer.from(stdout).toString()}${Buffer.from(stderr).toString()}`

async function inFork<T>(work: (fork: Fork) => Promise<T>): Promise<T> {
  const fork = await start.fork()
  try {
    return await work(fork)
  } finally {
    await fork.discard()
  }
}

describe('a backend of a file', () => {
  test('is ready where its tool is, and promises what it says', async () => {
    expect(await backend.readiness()).toMatchObject({ ready: true, tier: 'bwrap', promises: { ownNetwork: true, distinctUsers: false, memoryLimit: 'process' } })
  })

  test('a command runs with what it is given and nothing else', () => inFork(async (fork) => {
    const execution = await fork.exec(command('pwd; cat; env | sort; exit 3', { stdin: Buffer.from('in\n'), env: { A: 'x y', PATH: '/usr/bin:/bin' } }))
    expect(execution).toMatchObject({ exitCode: 3, timedOut: false })
    expect(text(execution)).toBe('/workspace\nin\nA=x y\nPATH=/usr/bin:/bin\nPWD=/workspace\n')
  }))

  test('an argument is never a line of shell', () => inFork(async (fork) => {
    const argv = ['/usr/bin/printf', '%s|', '$(id)', '; touch /workspace/owned', '{argv}', 'a  b']
    expect(text(await fork.exec({ ...command(''), argv }))).toBe('$(id)|; touch /workspace/owned|{argv}|a  b|')
  }))

  test('files are laid, read and told; a link is not followed', () => inFork(async (fork) => {
    await fork.exec(command('ln -s /etc/passwd link; mkfifo fifo; mkdir -p d'))
    await fork.put([{ path: '/workspace/d/new', bytes: Buffer.from([1, 2]), mode: 0o600, owner: 'agent' }, { path: '/workspace/link', bytes: Buffer.from('mine'), mode: 0o644, owner: 'agent' }])
    const read = await fork.get(['/workspace/a.txt', '/workspace/d/new', '/workspace/link', '/workspace/fifo', '/workspace/none', '/workspace/d'], BOUNDS)
    expect(read).toMatchObject([
      { state: 'file', mode: 0o640, bytes: Buffer.from('hi') }, { state: 'file', mode: 0o600, bytes: Buffer.from([1, 2]) }, { state: 'file', bytes: Buffer.from('mine') },
      { state: 'not-regular', type: 'fifo' }, { state: 'missing' }, { state: 'not-regular', type: 'directory' },
    ])
  }))

  test('a seal keeps what the fork left, and its state forks again', async () => {
    const fork = await start.fork()
    await fork.exec(command('echo more >> a.txt; rm -f gone; mkdir new; ln -s a.txt new/l'))
    const sealed = await fork.seal()
    const { changes, complete } = await sealed.changes(BOUNDS)
    expect(complete).toBe(true)
    expect(changes.map(({ change, path, type }) => `${change} ${type} ${path}`)).toEqual(['changed file /workspace/a.txt', 'added directory /workspace/new', 'added link /workspace/new/l'])
    expect(sealed).toMatchObject({ base: start.digest })
    const again = await sealed.fork()
    expect(text(await again.exec(command('cat a.txt')))).toBe('himore\n')
    const resealed = await again.seal()
    expect(resealed.digest).toBe(sealed.digest)
    for (const each of [sealed, resealed]) await each.discard()
  })

  test('forks of one state that nothing happened in have its digest, and do not meet', async () => {
    const [one, other] = [await start.fork(), await start.fork()]
    await one.exec(command('echo x > /tmp/mark; echo x > ~/mark', { env: { HOME: '/home/agent', PATH: '/bin' } }))
    expect(text(await other.exec(command('ls /tmp /home/agent')))).not.toContain('mark')
    const [a, b] = [await one.seal(), await other.seal()]
    expect(b.digest).toBe(start.digest)
    expect(a.digest).not.toBe(start.digest)
    for (const each of [a, b]) await each.discard()
  })

  test('a discard and a seal end what is under way', async () => {
    for (const end of ['discard', 'seal'] as const) {
      const fork = await start.fork()
      const running = fork.exec(command('sleep 300'))
      const gone = fork[end]()
      expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: false })
      await (await gone)?.discard()
    }
  })

  test('a path with dots, or a relative one, is refused', () => inFork(async (fork) => {
    for (const path of ['/workspace/../tmp/x', '/workspace/./x', 'x', '../x']) {
      await expect(fork.put([{ path, bytes: Buffer.from('x'), mode: 0o644, owner: 'agent' }])).rejects.toThrow('no absolute path without dots')
    }
    expect(await fork.get(['/'], BOUNDS)).toMatchObject([{ state: 'not-regular', type: 'directory' }])
  }))

  test('what is gone says so', async () => {
    const fork = await start.fork()
    await fork.discard()
    await fork.discard()
    await expect(fork.exec(command('true'))).rejects.toMatchObject({ name: 'BackendUnavailable', during: 'exec' })
  })

  test('a protection that no template can turn off is refused, and so is a promise that is not made', async () => {
    await expect(backend.prepare(environment, [], { network: 'host' })).rejects.toThrow("backend bwrap can't turn off network isolation")
    await expect(backend.prepare(environment, [], { sandbox: 'declared-files', declared: ['/workspace/a'] })).rejects.toThrow("backend bwrap can't carry out the sandbox declared-files")
    await expect(backend.prepare(environment, [], { requires: ['distinctUsers'] })).rejects.toThrow('it requires distinctUsers, which backend bwrap does not promise')
  })

  test("the tool's own put and get are used where the file names them", async () => {
    const read = await readDefinition(join(projectRoot(), 'examples/backends/bwrap.toml'))
    if (!read.ok) throw new Error(read.because)
    const { definition } = read
    // The folders of that example have the names of the fork's, so that tar can lay and read them from outside.
    const other = createCommandBackend({ ...definition, commands: { ...definition.commands, put: ['tar', '-x', '--no-same-owner', '-C', '{dir}/{fork}'], get: ['sh', '-c', 'test -e "$0/$1" || exit 1; tar -c -C "$0" -- "$1"', '{dir}/{fork}', '{relative}'] } })
    try {
      const state = await other.prepare(environment, [{ path: '/workspace/in', bytes: Buffer.from('laid'), mode: 0o600, owner: 'agent' }], { workspace: '/workspace', home: '/home/agent' })
      const fork = await state.fork()
      expect(text(await fork.exec(command('cat in; mkdir d; head -c 2000 /dev/zero > large')))).toBe('laid')
      const found = await fork.get(['/workspace/in', '/workspace/d', '/workspace/none', '/workspace/large'], { files: 5, bytesPerFile: 100, bytes: 500 })
      expect(found).toMatchObject([{ state: 'file', bytes: Buffer.from('laid'), mode: 0o600 }, { state: 'not-regular', type: 'directory' }, { state: 'missing' }, { state: 'too-large', size: 2000 }])
      await expect(fork.put([{ path: '/workspace/../x', bytes: Buffer.from(''), mode: 0o644, owner: 'agent' }])).rejects.toMatchObject({ during: 'put' })
      const dead = createCommandBackend({ ...definition, commands: { ...definition.commands, get: ['sh', '-c', 'echo no engine >&2; exit 125'] } })
      const gone = await (await dead.prepare(environment, [], { workspace: '/workspace', home: '/home/agent' })).fork()
      await expect(gone.get(['/workspace/in'], BOUNDS)).rejects.toThrow('ended with 125 and no archive of /workspace/in: no engine')
      await dead.close()
    } finally {
      await other.close()
    }
  })

  test('a tool that is not there is not ready', async () => {
    const read = await readDefinition(join(projectRoot(), 'examples/backends/bwrap.toml'))
    if (!read.ok) throw new Error(read.because)
    const { definition } = read
    const without = createCommandBackend({ ...definition, commands: { ...definition.commands, exec: ['no-such-tool', '{argv}'] } })
    expect(await without.readiness()).toEqual({ ready: false, because: 'no-such-tool is not installed' })
    const unwell = createCommandBackend({ ...definition, ready: ['sh', '-c', 'echo broken >&2; exit 4'] })
    expect(await unwell.readiness()).toEqual({ ready: false, because: 'sh -c echo broken >&2; exit 4 ended with 4: broken' })
  })

  test('forks of dead runs are those that the tool lists under a name of ours, and no others', async () => {
    const read = await readDefinition(join(projectRoot(), 'examples/backends/bwrap.toml'))
    if (!read.ok) throw new Error(read.because)
    const { definition } = read
    const listing = createCommandBackend({ ...definition, commands: { ...definition.commands, list: ['printf', '%s\\n', 'pg-999999999-1-fork1', 'pg-999999999-1-../../etc', `pg-${process.pid}-0-x`, 'mine', ''], discard: [['test', '{fork}', '=', 'pg-999999999-1-fork1']] } })
    const [found, ...others] = await listing.leftovers()
    expect([found, others]).toEqual([{ kind: 'fork', id: 'pg-999999999-1-fork1', because: 'its run of bwrap, process 999999999, is dead' }, []])
    await listing.remove(found!)
  })

  test('a step that fails is the backend, with what the tool said', async () => {
    const read = await readDefinition(join(projectRoot(), 'examples/backends/bwrap.toml'))
    if (!read.ok) throw new Error(read.because)
    const { definition } = read
    const broken = createCommandBackend({ ...definition, commands: { ...definition.commands, fork: [['sh', '-c', 'echo no room >&2; exit 1']] } })
    await expect(broken.prepare(environment, [])).rejects.toMatchObject({ name: 'BackendUnavailable', during: 'fork', message: 'sh ended with 1: no room' })
    await broken.close()
  })

  test('closing leaves no folder', async () => {
    const read = await readDefinition(join(projectRoot(), 'examples/backends/bwrap.toml'))
    if (!read.ok) throw new Error(read.because)
    const before = new Set(await readdir(placesRoot()).catch(() => []))
    const other = createCommandBackend(read.definition)
    const state = await other.prepare(environment, [], { workspace: '/workspace', home: '/home/agent' })
    await state.fork()
    await other.close()
    expect((await readdir(placesRoot())).filter((name) => !before.has(name))).toEqual([])
  })
})
