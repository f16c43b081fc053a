import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildRootfs, defaultCacheDir, verifyRootfs, type Rootfs } from '../../../src/backends/rootfs/index.ts'
import { environment } from './environment.ts'
import { runIn } from './inside.ts'

let rootfs: Rootfs
beforeAll(async () => {
  const built = await buildRootfs(environment('python'), { cacheDir: defaultCacheDir() })
  if (!built.ok) throw new Error(built.because)
  rootfs = built
}, 300_000)

describe('the python environment', () => {
  test('is what its lock file says, to the byte', () => {
    expect(rootfs.drift).toEqual([])
    expect(verifyRootfs(rootfs)).toMatchObject({ intact: true })
  })

  test('is the very tree on which forks of the root environment stand', async () => {
    const built = await buildRootfs(environment('python-root'), { cacheDir: defaultCacheDir() })
    expect(built).toMatchObject({ ok: true, dir: rootfs.dir, drift: [] })
    const [python, root] = [environment('python'), environment('python-root')]
    expect(root).toEqual({ ...python, id: root.id, dir: root.dir, writable: 'root' })
  })

  test.each([
    ['pytest', 'python3 -m pytest -p no:cacheprovider --version', /^pytest 7\.2\.1/],
    ['git', 'git --version', /^git version 2\./],
    ['a shell with awk', "echo ok | awk '{ print $1 }'", /^ok$/],
    ['a session of its own', 'setsid --wait echo ok', /^ok$/],
    ['compiled modules of Python', 'python3 -c "import ctypes, ssl, sqlite3, ctypes.util; print(ctypes.util.find_library(\'c\'))"', /^libc\.so\.6$/],
    ['the usual tools', 'which awk diff find grep gzip hostname ps python3 sed tar which xargs | wc -l', /^12$/],
    ['the users', 'id agent; id verifier', /uid=1000\(agent\)[^]*uid=1001\(verifier\)/],
  ])('has %s', async (_what, script, output) => {
    expect(await runIn(rootfs.dir, ['bash', '-c', script])).toEqual({ exitCode: 0, output: expect.stringMatching(output) })
  })

  test('has byte code for every module, which does not depend on times', async () => {
    const script = [
      'import glob, os, sys, importlib.util',
      'stale = [f for d in ("/usr/lib/python3.11", "/usr/lib/python3") for f in glob.glob(d + "/**/*.py", recursive=True)',
      '         if open(importlib.util.cache_from_source(f), "rb").read(8)[4] != 1]',
      'print(len(stale), "stale")',
    ].join('\n')
    expect(await runIn(rootfs.dir, ['python3', '-c', script])).toEqual({ exitCode: 0, output: '0 stale' })
  })

  test('has no program that gives its caller another user', async () => {
    expect(await runIn(rootfs.dir, ['find', '/usr', '/etc', '-perm', '/6000'])).toEqual({ exitCode: 0, output: '' })
  })

  test('holds no manual, and no package of the host', async () => {
    expect(await readdir(join(rootfs.dir, 'usr/share/man'))).toEqual([])
    expect(rootfs.packages.length).toBeLessThan(150)
  })
})
