import { mkdtemp, readFile, readdir, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bench, inEachTier } from './kit/tiers.ts'
import { file, get, python, said, sh } from './kit/run.ts'

/** A folder of the host that exists under the same path in no fork; a link that is followed on the host would end here. */
let outside: string
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'polygraph-outside-'))
  await writeFile(join(outside, 'victim'), 'untouched')
})
afterAll(() => rm(outside, { recursive: true, force: true }))

inEachTier('what an agent planted where files are put', (tier) => {
  const at = bench(tier)

  /** `make` plants; then `path` is put and must be a plain file there, while `victim` is as it was. */
  const PLANTED: readonly (readonly [string, string, string])[] = [
    ['a link to a file in the last component', 'ln -s /workspace/victim target', 'target'],
    ['a link to a folder in the last component', 'ln -s /workspace/folder target', 'target'],
    ['a link to nothing in the last component', 'ln -s /workspace/nothing target', 'target'],
    ['a link to itself in the last component', 'ln -s target target', 'target'],
    ['a hard link in the last component', 'ln victim target', 'target'],
    ['a link to a folder in a middle component', 'ln -s /workspace/folder target', 'target/inside'],
    ['a link to a folder in the first component', 'mkdir -p folder/b; ln -s /workspace/folder target', 'target/b/inside'],
    ['a relative link upwards in a middle component', 'mkdir target; ln -s ../folder target/up', 'target/up/inside'],
    ['a link to nothing in a middle component', 'ln -s /workspace/nothing target', 'target/inside'],
    ['a file in a middle component', 'echo x > target', 'target/inside'],
    ['a FIFO in the last component', 'mkfifo target', 'target'],
    ['a FIFO in a middle component', 'mkfifo target', 'target/inside'],
    ['a socket', 'python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\'target\')"', 'target'],
    ['a folder', 'mkdir -p target/a/b; echo x > target/a/b/c; ln -s /workspace/folder target/a/link', 'target'],
    ['a folder without rights', 'mkdir -p target/a; echo x > target/a/b; chmod 000 target/a target', 'target'],
    ['a file without rights', 'echo x > target; chmod 000 target', 'target'],
    ['a link into /proc', 'ln -s /proc/self/root/workspace/victim target', 'target'],
  ]

  test.each(PLANTED)('%s is replaced, not followed', async (_what, make, path) => {
    const fork = await at().fork()
    await said(sh(fork, `mkdir folder; echo untouched > victim; echo untouched > folder/inside; ${make}`))
    await fork.put([file(`/workspace/${path}`, 'put', 0o644, 'verifier')])
    expect(await get(fork, `/workspace/${path}`)).toMatchObject({ state: 'file', bytes: Buffer.from('put') })
    expect(await said(sh(fork, 'cat victim folder/inside; ls -A folder; find . -name nothing'))).toMatch(/^untouched\nuntouched\n(b\n)?inside\n$/)
  })

  test('links to a folder of the host lead nowhere near it', async () => {
    const fork = await at().fork()
    await said(sh(fork, `ln -s ${outside} link; ln -s ${outside}/victim last; mkdir -p deep; ln -s ${outside} deep/link`))
    await fork.put(['link/victim', 'last', 'deep/link/victim', 'link/new'].map((name) => file(`/workspace/${name}`, 'put')))
    expect(await readdir(outside)).toEqual(['victim'])
    expect(await readFile(join(outside, 'victim'), 'utf8')).toBe('untouched')
    // Followed on the host, such a link does reach it.
    const link = join(tmpdir(), `${basename(outside)}-${tier}`)
    await symlink(outside, link)
    expect(await readFile(join(link, 'victim'), 'utf8')).toBe('untouched')
    await unlink(link)
  })

  test('get through a link to a folder of the host reads nothing of it', async () => {
    const fork = await at().fork()
    await said(sh(fork, `ln -s ${outside} link; ln -s ${outside}/victim last`))
    for (const path of ['link/victim', 'last']) expect(await get(fork, `/workspace/${path}`)).toEqual({ path: `/workspace/${path}`, state: 'not-regular', type: 'link' })
    const sealed = at().keep(await fork.seal())
    const read = await sealed.read(['/workspace/link/victim', '/workspace/last'], { files: 9, bytesPerFile: 99, bytes: 99 })
    expect(read.map((result) => result.state)).toEqual(['not-regular', 'not-regular'])
  })

  test.each([['3,000 levels', 'deep', 3000], ['8,000 folders beside one another', 'wide', 8000]] as const)('a folder of %s at the target is removed', async (_what, shape, count) => {
    const fork = await at().fork()
    await said(python(fork, `
      import os, sys
      os.mkdir("target"); os.chdir("target")
      for n in range(int(sys.argv[2])):
          os.mkdir(str(n))
          if sys.argv[1] == "deep": os.chdir(str(n))`, [shape, String(count)]))
    await fork.put([file('/workspace/target', 'put')])
    expect(await said(sh(fork, 'cat target'))).toBe('put')
  })

  describe('while the agent goes on changing it', () => {
    const RACER = `
      import os, shutil, sys
      os.mkdir("folder"); open("folder/inside", "w").write("untouched"); open("victim", "w").write("untouched")
      if os.fork(): sys.exit()
      os.setsid()
      while True:
          for make in (lambda: os.symlink("/workspace/folder", "a"), lambda: os.mkdir("a"), lambda: os.mkfifo("a"), lambda: os.makedirs("a/b/inside/c"),
                       lambda: os.symlink("/workspace/folder", "a/b"), lambda: os.symlink("/workspace/victim", "a/b/inside")):
              try: make()
              except OSError: pass
          try: os.rename("a", "z")
          except OSError: pass
          for name in ("a", "z"):
              try: os.unlink(name)
              except OSError: shutil.rmtree(name, ignore_errors=True)`

    test('put ends, and never writes where a link points', async () => {
      const fork = await at().fork()
      await said(python(fork, RACER))
      for (let n = 0; n < 30; n++) await fork.put([file('/workspace/a/b/inside', `put ${n}`)]).catch(() => {})
      expect(await said(sh(fork, 'cat folder/inside victim; grep -rl put folder victim || echo nowhere'))).toBe('untoucheduntouchednowhere\n')
    })
  })
})
