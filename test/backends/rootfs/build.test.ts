import { execFileSync } from 'node:child_process'
import { appendFile, chmod, lstat, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildRootfs, hostArchitecture, verifyRootfs, type Rootfs, type RootfsOptions } from '../../../src/backends/rootfs/index.ts'
import { TREE_TIME } from '../../../src/backends/rootfs/normalise.ts'
import { NO_MIRROR, tinyScene, type Scene } from './fixture.ts'

let scene: Scene
beforeEach(async () => {
  scene = await tinyScene()
})
afterEach(() => scene.remove())

async function build(options: Partial<RootfsOptions> = {}): Promise<Rootfs> {
  const built = await buildRootfs(scene.source, { cacheDir: scene.cacheDir, mirror: NO_MIRROR, ...options })
  if (!built.ok) throw new Error(built.because)
  return built
}

async function refusal(options: Partial<RootfsOptions> = {}): Promise<string> {
  const built = await buildRootfs(scene.source, { cacheDir: scene.cacheDir, mirror: NO_MIRROR, ...options })
  if (built.ok) throw new Error('it was built')
  return built.because
}

describe('a build from the cache alone', () => {
  test('gives a tree with merged /usr, users and the packages, and tells what is in it', async () => {
    const { dir, packages, drift } = await build()
    expect(await readFile(join(dir, 'etc/passwd'), 'utf8')).toMatch(/^agent:x:1000:1000:agent:\/home\/agent:\/bin\/bash$/m)
    expect(await readFile(join(dir, 'etc/group'), 'utf8')).toMatch(/^verifier:x:1001:$/m)
    expect(existsSync(join(dir, 'usr/bin/hostname'))).toBe(true)
    expect((await lstat(join(dir, 'bin'))).isSymbolicLink()).toBe(true)
    expect((await stat(dir)).uid).toBe(process.getuid!())
    expect(packages.map((one) => one.name)).toContain('libc6')
    expect(drift).toEqual([])
  })

  test('is not repeated', async () => {
    const lines: string[] = []
    const first = await build()
    expect(await build({ log: (line) => lines.push(line) })).toEqual(first)
    expect(lines).toEqual([])
  })

  test('gives the same content again from nothing but the packages', async () => {
    const { dir, contentDigest } = await build()
    await rm(join(dir, '..'), { recursive: true })
    expect((await build()).contentDigest).toBe(contentDigest)
  })

  test('happens once where three want it at the same time', async () => {
    const lines: string[] = []
    const three = await Promise.all([1, 2, 3].map(() => build({ log: (line) => lines.push(line) })))
    expect(new Set(three.map((one) => one.dir)).size).toBe(1)
    expect(lines.filter((line) => line.includes('unpacking'))).toHaveLength(1)
  })
})

describe('a changed byte', () => {
  test('in a cached package is refused by the name of the package', async () => {
    const deb = scene.debPath('hostname')
    const bytes = await readFile(deb)
    await rm(deb)
    await writeFile(deb, bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1))
    expect(await refusal()).toMatch(/is not hostname 3\.23.*: its SHA-256 is [0-9a-f]{64}.*delete it/s)
  })

  test('from the mirror is refused by the name of the package', async () => {
    await rm(scene.debPath('hostname'))
    const server = createServer((_request, response) => response.end('not a package'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/debian`
      expect(await refusal({ mirror })).toMatch(/^hostname 3\.23\S* could not be fetched with the expected SHA-256/)
      expect(existsSync(scene.debPath('hostname'))).toBe(false)
    } finally {
      server.close()
    }
  })

  test('in a finished tree is found by reading it, even with its time put back', async () => {
    const rootfs = await build()
    expect(verifyRootfs(rootfs).intact).toBe(true)
    await appendFile(join(rootfs.dir, 'etc/passwd'), 'intruder:x:0:0::/:/bin/sh\n')
    await utimes(join(rootfs.dir, 'etc/passwd'), TREE_TIME, TREE_TIME)
    expect(verifyRootfs(rootfs)).toMatchObject({ intact: false, expected: rootfs.contentDigest })
  })

  test.each([
    ['changed', (dir: string) => appendFile(join(dir, 'etc/passwd'), 'x')],
    ['added', (dir: string) => writeFile(join(dir, 'etc/new'), 'x')],
    ['missing', (dir: string) => rm(join(dir, 'etc/passwd'))],
    ['of its record garbled', (dir: string) => writeFile(join(dir, '../rootfs.json'), '{')],
  ])('in a finished tree with a file %s is told, and the tree built again', async (_what, spoil) => {
    const lines: string[] = []
    const { dir, contentDigest } = await build()
    await spoil(dir)
    const again = await build({ log: (line) => lines.push(line) })
    expect(again.contentDigest).toBe(contentDigest)
    expect(lines.join('\n')).toContain('was changed since it was built')
    expect(verifyRootfs(again).intact).toBe(true)
  })
})

describe('what differs from the lock', () => {
  test('is told where the content is not the recorded one', async () => {
    const { contentDigest } = await build()
    await scene.relock({ ...scene.lock, content: '0'.repeat(64) })
    expect((await build()).drift).toEqual([{ kind: 'content', from: '0'.repeat(64), to: contentDigest }])
  })

  test('is an error where the environment asks for something else', async () => {
    scene.source.packages.push('bash')
    expect(await refusal()).toMatch(/packages "bash hostname" are asked for, "hostname" are pinned. Delete it to pin anew/)
  })
})

describe('a refusal says what to do', () => {
  test.each(['deb.debian.org', 'http://mirror/debian bookworm evil', 'ftp://mirror/debian'])('for the mirror %s', async (mirror) => {
    expect(await refusal({ mirror })).toMatch(/POLYGRAPH_MIRROR = .* must be an address like/)
  })

  test('without network and with an empty cache', async () => {
    await scene.remove()
    scene = await tinyScene({ withDebs: false })
    expect(await refusal()).toMatch(/could not be fetched .*POLYGRAPH_MIRROR.*index of http:\/\/127\.0\.0\.1:9/s)
  })

  test.runIf(process.getuid!() === 0)('for a cache of another user', async () => {
    execFileSync('chown', ['-R', '65534', scene.cacheDir])
    expect(await refusal()).toMatch(/belongs to another user \(uid 65534\)\. Set POLYGRAPH_CACHE/)
  })
})

test.runIf(process.getuid!() === 0)('an ordinary user with another umask builds the same bytes as root', async ({ skip }) => {
  const asRoot = await build()
  await rm(join(asRoot.dir, '..'), { recursive: true })
  await chmod(join(scene.source.dir, '..'), 0o755)
  execFileSync('chown', ['-R', '65534:65534', scene.cacheDir])
  const asNobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups', 'env', 'HOME=/nonexistent', 'sh', '-c', 'umask 077; exec "$0" "$@"']
  const program = join(import.meta.dirname, '../../../src/backends/rootfs/index.ts')
  try {
    execFileSync('setpriv', [...asNobody, process.execPath, '-e', ''], { stdio: 'ignore' })
    execFileSync('setpriv', [...asNobody, 'test', '-r', program], { stdio: 'ignore' })
  } catch {
    skip('this checkout is not readable by other users')
  }
  const script = `
    const { buildRootfs } = await import(${JSON.stringify(program)})
    console.log(JSON.stringify(await buildRootfs(...JSON.parse(process.argv[1]))))`
  const input = JSON.stringify([scene.source, { cacheDir: scene.cacheDir, mirror: NO_MIRROR }])
  const output = execFileSync('setpriv', [...asNobody, process.execPath, '--input-type=module', '-e', script, input], { encoding: 'utf8' })
  const asUser = JSON.parse(output) as Rootfs
  expect(asUser).not.toHaveProperty('because')
  expect(asUser).toMatchObject({ ok: true, contentDigest: asRoot.contentDigest, dir: asRoot.dir })
  expect((await stat(join(asUser.dir, 'usr/bin/hostname'))).uid).toBe(65534)
})

test('the architecture of this machine has a name in Debian', () => {
  expect(['amd64', 'arm64']).toContain(hostArchitecture())
})
