import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probeAccelerator } from '../../src/backends/qemu/accelerator.ts'
import { environmentPart, systemPart } from '../../src/backends/qemu/image/index.ts'
import { payload, writeIso, type Payload } from '../../src/backends/qemu/image/payload.ts'
import { limitsOf } from '../../src/backends/qemu/limits.ts'
import type { Machine } from '../../src/backends/qemu/machine.ts'
import { startVm } from '../../src/backends/qemu/vm.ts'
import { defaultCacheDir } from '../../src/backends/rootfs/index.ts'
import { loadCatalogue, projectRoot } from '../../src/catalogue/index.ts'

let dir: string
let boot: (brought: Payload, digest: string) => Promise<string>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'boot-'))
  const loaded = await loadCatalogue({ dirs: [projectRoot()] })
  if (!loaded.ok) throw new Error('the catalogue has problems')
  const building = { cacheDir: defaultCacheDir(), log: () => {} }
  const [{ part: system }, { part }, probed] = [await systemPart(building), await environmentPart(loaded.catalogue.environments.get('python')!, building), await probeAccelerator(dir)]
  if (!probed.ok) throw new Error(probed.because)
  let count = 0
  boot = async (brought, digest) => {
    const [work, iso] = [join(dir, `iso${++count}`), join(dir, `${count}.iso`)]
    await writeIso(brought, work, iso)
    const machine: Machine = {
      accelerator: probed.accelerator, memoryMb: 1024, kernel: join(system.dir, 'vmlinuz'), initramfs: join(system.dir, 'initramfs.cpio'), payloadDigest: digest,
      disks: [{ name: 'system', file: join(system.dir, 'system.erofs') }, { name: 'environment', file: join(part.dir, 'environment.erofs') }, { name: 'payload', file: iso }],
    }
    const vm = startVm({ machine, memory: { file: join(dir, 'memory'), writes: true }, name: 'polygraph-test' })
    try {
      return await vm.hello(limitsOf(probed.accelerator).bootMs).then(() => 'it started', (error: Error) => error.message)
    } finally {
      await vm.kill()
    }
  }
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('a boot', () => {
  test('ends, and says why, where the manifest of the payload is another', async () => {
    const brought = await payload()
    expect(await boot(brought, 'f'.repeat(64))).toBe('the guest said: refused: the manifest of the payload has another SHA-256 than the host named')
  })

  test('ends, and says why, where one byte of the archive is another', async () => {
    const brought = await payload()
    const archive = Buffer.from(brought.archive)
    archive[archive.length >> 1]! ^= 1
    expect(await boot({ ...brought, archive }, brought.digest)).toBe('the guest said: refused: the payload has another SHA-256 than its manifest says')
  })

  test('goes on where all is as it was meant', async () => {
    const brought = await payload()
    expect(await boot(brought, brought.digest)).toBe('it started')
  })
})
