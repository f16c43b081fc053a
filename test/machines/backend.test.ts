import { execa } from 'execa'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNamespacesBackend } from '../../src/backends/namespaces/index.ts'
import { createQemuBackend } from '../../src/backends/qemu/index.ts'
import { loadCatalogue, projectRoot } from '../../src/catalogue/index.ts'
import type { Backend, FileEntry, Fork, Snapshot } from '../../src/contract/index.ts'
import { textOf } from '../../src/contract/probe.ts'
import type { Environment } from '../../src/schema/index.ts'

const BOUNDS = { files: 10_000, bytes: 64 << 20, bytesPerFile: 16 << 20 }
const FILES: readonly FileEntry[] = [{ path: '/workspace/a.txt', bytes: Buffer.from('start\n'), mode: 0o644, owner: 'agent' }]

let environment: Environment
let qemu: Backend
beforeAll(async () => {
  const loaded = await loadCatalogue({ dirs: [projectRoot()] })
  if (!loaded.ok) throw new Error('the catalogue has problems')
  environment = loaded.catalogue.environments.get('python')!
  qemu = createQemuBackend()
  const readiness = await qemu.readiness()
  if (!readiness.ready) throw new Error(readiness.because)
})
afterAll(() => qemu.close())

const sh = async (fork: Fork, script: string, wallSeconds = 60): Promise<string> => {
  const { exitCode, stdout, stderr } = await fork.exec({ argv: ['/bin/sh', '-c', script], user: 'agent', cwd: '/workspace', env: { PATH: '/usr/bin:/bin', HOME: '/home/agent' }, wallSeconds })
  if (exitCode !== 0) throw new Error(`${script} ended with ${String(exitCode)}: ${textOf(stderr)}`)
  return textOf(stdout)
}
async function machines(): Promise<readonly string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (text.includes(`guest=polygraph-${process.pid}-`)) found.push(pid)
  }
  return found
}

describe('forks that are machines', () => {
  test('end in the state that forks by namespaces end in: digest, changes and content', async () => {
    const act = String.raw`
printf more >> a.txt; mkdir -p d/e; ln -s ../a.txt d/l; mkfifo p; truncate -s 1T hole; printf x | dd of=hole bs=1 seek=5000000 conv=notrunc 2>/dev/null
ln a.txt twin; chmod 4751 twin; touch "$(printf 'n\nl\033')"; python3 -c "
import os, socket
s = socket.socket(socket.AF_UNIX); s.bind('sock')
os.makedirs('/tmp/x'); open('/tmp/x/' + 'n' * 250, 'w').write('t')
here = os.open('.', os.O_RDONLY)
for _ in range(60): os.mkdir('deep' * 30, dir_fd=here); here = os.open('deep' * 30, os.O_RDONLY, dir_fd=here)"
echo home > ~/h; : > /var/tmp/v`
    const ends: { readonly digest: string; readonly changes: unknown; readonly read: unknown }[] = []
    const namespaces = createNamespacesBackend()
    try {
      for (const backend of [namespaces, qemu]) {
        const start = await backend.prepare(environment, FILES)
        const fork = await start.fork()
        await sh(fork, act)
        const sealed = await fork.seal()
        ends.push({ digest: sealed.digest, changes: await sealed.changes(BOUNDS), read: await sealed.read(['/workspace/a.txt', '/workspace/p', '/tmp/x/none', '/workspace/hole'], BOUNDS) })
        await sealed.discard()
        await start.discard()
      }
    } finally {
      await namespaces.close()
    }
    expect(ends[1]).toEqual(ends[0])
  })

  test('are unlike each other in what must not be the same, and like in the rest', async () => {
    const start = await qemu.prepare(environment, FILES)
    const seen = await Promise.all([1, 2].map(async () => {
      const fork = await start.fork()
      const random = await sh(fork, 'od -An -N16 -tx1 /dev/urandom; cat /proc/sys/kernel/random/uuid; python3 -c "import random; print(random.random())"')
      const rest = await sh(fork, 'ls -la --time-style=full-iso; hostname; cat /etc/machine-id; ip link 2>/dev/null || tail -n +3 /proc/net/dev | cut -d: -f1')
      const seconds = Number(await sh(fork, 'date +%s'))
      await fork.discard()
      return { random: random.split('\n').slice(0, 3), rest, away: Math.abs(seconds - Date.now() / 1000) }
    }))
    for (const [index, value] of seen[0]!.random.entries()) expect(seen[1]!.random[index]).not.toBe(value)
    expect(seen[1]!.rest).toBe(seen[0]!.rest)
    expect(seen[0]!.rest).toMatch(/\blo\b/)
    for (const { away } of seen) expect(away).toBeLessThan(120)
    await start.discard()
  })

  test('are forked again and again from a sealed state, each from its whole', async () => {
    let state: Snapshot = await qemu.prepare(environment, FILES)
    for (const round of [1, 2, 3]) {
      const fork = await state.fork()
      await sh(fork, `echo ${round} >> rounds; rm -f gone-${round - 1}; touch gone-${round}`)
      const next = await fork.seal()
      await state.discard()
      state = next
    }
    const fork = await state.fork()
    expect(await sh(fork, 'cat rounds; ls')).toBe('1\n2\n3\na.txt\ngone-3\nrounds\n')
    await fork.discard()
    await state.discard()
  })

  test('that are killed from outside are the failure of the machine, and leave nothing', async () => {
    const start = await qemu.prepare(environment, FILES)
    const fork = await start.fork()
    const before = await machines()
    const running = fork.exec({ argv: ['sleep', '60'], user: 'agent', cwd: '/', env: { PATH: '/usr/bin:/bin' }, wallSeconds: 60 })
    const failed = running.then(() => 'it ended', (error: Error) => error.message)
    await setTimeout(500)
    for (const pid of before) process.kill(Number(pid), 'SIGKILL')
    expect(await failed).toMatch(/QEMU ended \(SIGKILL\)/)
    await expect(fork.exec({ argv: ['true'], user: 'agent', cwd: '/', env: { PATH: '/bin' }, wallSeconds: 5 })).rejects.toMatchObject({ name: 'BackendUnavailable' })
    await fork.discard()
    // The state outlives its machines.
    const next = await start.fork()
    expect(await sh(next, 'cat a.txt')).toBe('start\n')
    await next.discard()
    await start.discard()
    expect(await machines()).toEqual([])
  })

  test('die with the process that made them, whatever kills it', async () => {
    const script = `
      const { createQemuBackend } = await import(${JSON.stringify(new URL('../../src/backends/qemu/index.ts', import.meta.url).href)})
      const { loadCatalogue, projectRoot } = await import(${JSON.stringify(new URL('../../src/catalogue/index.ts', import.meta.url).href)})
      const loaded = await loadCatalogue({ dirs: [projectRoot()] })
      const backend = createQemuBackend()
      await backend.readiness()
      const fork = await (await backend.prepare(loaded.catalogue.environments.get('python'), [])).fork()
      console.log('standing')
      await fork.exec({ argv: ['sleep', '600'], user: 'agent', cwd: '/', env: { PATH: '/usr/bin:/bin' }, wallSeconds: 600 })`
    const child = execa(process.execPath, ['--conditions=polygraph-source', '--input-type=module', '-e', script], { reject: false })
    await new Promise<void>((resolve) => { child.stdout.on('data', (data: Buffer) => { if (String(data).includes('standing')) resolve() }) })
    const named = `guest=polygraph-${child.pid}-`
    const count = async (): Promise<number> => (await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))).filter((text) => text.includes(named)).length
    expect(await count()).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await child
    for (let tries = 0; tries < 100 && await count() > 0; tries++) await setTimeout(50)
    expect(await count()).toBe(0)
    for (const leftover of await qemu.leftovers()) await qemu.remove(leftover)
  })

  test('refuse a network that no policy can give them', async () => {
    await expect(qemu.prepare(environment, [], { network: 'host' })).rejects.toThrow(/no network device/)
  })
})
