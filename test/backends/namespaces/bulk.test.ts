import { expect, test } from 'vitest'
import { bench, inEachTier } from './kit/tiers.ts'
import { BOUNDS, file, python, said, sh } from './kit/run.ts'

// What is tested here does not depend on how ids are mapped, so two tiers tell all.
inEachTier('a state that is larger than anyone would wish', (tier) => {
  const at = bench(tier)

  const DEEP = `
    import os, sys
    for n in range(int(sys.argv[1])):
        os.mkdir(sys.argv[2]); os.chdir(sys.argv[2])
    open("leaf", "w").write(sys.argv[3])`

  test('1,000 levels are listed to the last, and a difference at the bottom is one', async () => {
    const digests = []
    for (const text of ['one', 'one', 'two']) {
      const fork = await at().fork()
      await said(python(fork, DEEP, ['1000', 'd', text]))
      const sealed = at().keep(await fork.seal())
      digests.push(sealed.digest)
      if (text === 'two') {
        const { changes, complete } = await sealed.changes(BOUNDS)
        expect([complete, changes.length, changes.at(-1)?.path]).toEqual([true, 1001, `/workspace${'/d'.repeat(1000)}/leaf`])
        expect(await said(sh(at().keep(await sealed.fork()), 'find . -name leaf | wc -c'))).toBe(`${1 + 2000 + 6}\n`)
      }
    }
    expect([digests[0] === digests[1], digests[0] === digests[2]]).toEqual([true, false])
  })

  test('3,000 levels of long names, a gigabyte of path, are digested to the last, and the list stops within bounds', async () => {
    const digests = []
    for (const text of tier === 'root' ? ['one', 'one', 'two'] : ['one', 'two']) {
      const fork = await at().fork()
      await said(python(fork, DEEP, ['3000', 'n'.repeat(255), text]))
      const sealed = at().keep(await fork.seal())
      digests.push(sealed.digest)
    }
    expect([digests[0] === digests.at(-1), new Set(digests).size]).toEqual([false, 2])
  })

  test('a list of changes has a size that its reader can bear', async () => {
    const fork = await at().fork()
    await said(python(fork, DEEP, ['700', 'n'.repeat(255), 'text']))
    const { changes, complete } = await at().keep(await fork.seal()).changes(BOUNDS)
    expect(complete).toBe(false)
    expect(changes.length).toBeGreaterThan(100)
    expect(changes.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(33 << 20)
  })

  test('a path of 4,000 bytes is put, read and listed; a longer one is missing', async () => {
    const path = `/workspace/${`${'p'.repeat(199)}/`.repeat(19)}${'q'.repeat(180)}`
    expect(path.length).toBeGreaterThan(3980)
    const fork = await at().fork()
    await fork.put([file(path, 'far')])
    const sealed = at().keep(await fork.seal())
    expect(await sealed.read([path, `${path}/${'r'.repeat(250)}`], BOUNDS)).toMatchObject([{ state: 'file', bytes: Buffer.from('far') }, { state: 'missing' }])
    expect((await sealed.changes(BOUNDS)).changes.at(-1)?.path).toBe(path)
  })

  test('10,000 files are listed in order, and a fork of the state has them', async () => {
    const fork = await at().fork()
    await said(python(fork, 'for n in range(10000): open(f"f{n:05}", "w").write(str(n))'))
    const sealed = at().keep(await fork.seal())
    const { changes, complete } = await sealed.changes(BOUNDS)
    expect([complete, changes.length, changes[0]?.path, changes.at(-1)?.path]).toEqual([true, 10_000, '/workspace/f00000', '/workspace/f09999'])
    expect(await said(sh(at().keep(await sealed.fork()), 'ls | wc -l; cat f09999'))).toBe('10000\n9999')
  })

  test('thousands of files that are all hole are sealed in no time', async () => {
    const fork = await at().fork()
    await said(python(fork, `
      import os
      for n in range(5000):
          with open(f"f{n}", "w") as handle: os.truncate(handle.fileno(), 60 << 20)`))
    const from = performance.now()
    const sealed = at().keep(await fork.seal())
    expect(performance.now() - from).toBeLessThan(15_000)
    const { changes, complete } = await sealed.changes({ ...BOUNDS, bytes: 128 << 20 })
    expect([complete, changes.length, changes[0]?.size, changes.filter((change) => change.sha256 !== null).length]).toEqual([false, 5000, 60 << 20, 2])
  })

  test('a large file linked thousands of times is read once', async () => {
    const fork = await at().fork()
    await said(python(fork, 'import os\nopen("big", "wb").write(os.urandom(1 << 20) * 50)\nfor n in range(3000): os.link("big", f"l{n}")'))
    const from = performance.now()
    const sealed = at().keep(await fork.seal())
    expect(performance.now() - from).toBeLessThan(15_000)
    expect((await sealed.changes({ ...BOUNDS, bytesPerFile: 1 << 20 })).changes).toHaveLength(3001)
  })

  test('a sparse file keeps its holes in a fork of the state', async () => {
    const fork = await at().fork()
    await said(sh(fork, 'truncate -s 60M sparse; printf end >> sparse'))
    const sealed = at().keep(await fork.seal())
    const verifying = at().keep(await sealed.fork())
    expect(await said(sh(verifying, 'stat -c %s sparse; tail -c 3 sparse; test $(stat -c %b sparse) -lt 100 && echo " sparse"'))).toBe(`${(60 << 20) + 3}\nend sparse\n`)
    // Written to, it is copied up; the disk of the fork has room for what is there, not for the holes.
    expect(await said(sh(verifying, 'printf x | dd of=sparse conv=notrunc bs=1 seek=5 status=none; stat -c %s sparse'))).toBe(`${(60 << 20) + 3}\n`)
  })
}, ['root', 'one-uid'])
