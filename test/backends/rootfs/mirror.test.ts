import { existsSync } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildRootfs, defaultMirror, hostArchitecture } from '../../../src/backends/rootfs/index.ts'
import { parseLock } from '../../../src/backends/rootfs/lock-file.ts'
import { NO_MIRROR, tinyScene, type Scene } from './fixture.ts'

/** These ask a real mirror, because only it signs what the answers are checked against. */
const reachable = await fetch(`${defaultMirror()}/dists/bookworm/InRelease`, { method: 'HEAD', signal: AbortSignal.timeout(10_000) }).then(
  (response) => response.ok,
  () => false,
)

let scene: Scene
beforeEach(async () => {
  scene = await tinyScene()
})
afterEach(() => scene.remove())

describe.runIf(reachable)('with a mirror', () => {
  test('a pinned version that is gone is replaced by what there is, and told, again without network too', async () => {
    const gone = { version: '3.23+nmu0', sha256: '0'.repeat(64), source: 'pool/main/h/hostname/hostname_3.23+nmu0_all.deb' }
    const packages = scene.lock.packages.map((one) => (one.name === 'hostname' ? { ...one, ...gone } : one))
    await scene.relock({ ...scene.lock, packages })
    const lines: string[] = []
    const built = await buildRootfs(scene.source, { cacheDir: scene.cacheDir, log: (line) => lines.push(line) })
    const drift = [expect.objectContaining({ kind: 'package', name: 'hostname', from: '3.23+nmu0', to: expect.stringMatching(/^3\./) })]
    expect(built).toMatchObject({ ok: true, drift: expect.arrayContaining(drift) })
    expect(lines.join('\n')).toContain('not to be had as pinned: hostname; asking')

    expect(await buildRootfs(scene.source, { cacheDir: scene.cacheDir, mirror: NO_MIRROR })).toEqual(built)
    if (built.ok) await rm(join(built.dir, '..'), { recursive: true })
    expect(await buildRootfs(scene.source, { cacheDir: scene.cacheDir, mirror: NO_MIRROR })).toEqual(built)
  })

  test('an environment without a lock file is pinned, and the file written', async () => {
    const file = join(scene.source.dir, `packages.${hostArchitecture()}.lock`)
    await rm(file)
    const built = await buildRootfs(scene.source, { cacheDir: scene.cacheDir })
    expect(built).toMatchObject({ ok: true, drift: [] })
    const lock = parseLock(await readFile(file, 'utf8'), file)
    expect(lock).toMatchObject({ suite: 'bookworm', asked: ['hostname'], content: built.ok && built.contentDigest })
    expect(lock.packages.map((one) => one.name)).toEqual(['gcc-12-base', 'hostname', 'libc6', 'libgcc-s1', 'usr-is-merged'])
  })

  test.runIf(process.getuid!() !== 0)('a folder that cannot be written is told as unpinned', async () => {
    await rm(join(scene.source.dir, `packages.${hostArchitecture()}.lock`))
    await chmod(scene.source.dir, 0o555)
    const built = await buildRootfs(scene.source, { cacheDir: scene.cacheDir })
    await chmod(scene.source.dir, 0o755)
    expect(built).toMatchObject({ ok: true, drift: expect.arrayContaining([expect.objectContaining({ kind: 'unpinned', name: 'hostname' })]) })
  })

  test('a package that does not exist is refused by name, and nothing is written', async () => {
    scene.source.packages = ['no-such-package-anywhere']
    const file = join(scene.source.dir, `packages.${hostArchitecture()}.lock`)
    await rm(file)
    const built = await buildRootfs(scene.source, { cacheDir: scene.cacheDir })
    expect(built).toMatchObject({ ok: false, because: expect.stringContaining('Unable to locate package no-such-package-anywhere') })
    expect(existsSync(file)).toBe(false)
  })
})
