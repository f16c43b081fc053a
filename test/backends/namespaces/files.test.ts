import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { BackendUnavailable } from '../../../src/contract/index.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { BOUNDS, file, get, python, said, sh } from './kit/run.ts'

const NAMES: readonly (readonly [string, string])[] = [
  ['of 255 bytes', 'n'.repeat(255)],
  ['with a new line', 'two\nlines'],
  ['with control characters', '\x01\x1b[31m\x7f\t'],
  ['with a leading dash', '-rf'],
  ['of a space', ' '],
  ['with quotes and a dollar', '"\'$(id)`\\'],
  ['of characters beyond ASCII', 'ünïcødé-日本-😀'],
  ['in another normal form', 'e\u0301'],
  ['of bytes that are no UTF-8', 'latin-\udce9-\udcff\udc80'],
  ['of three dots', '...'],
]

inEachTier('files of a fork', (tier) => {
  const at = bench(tier)

  describe('put and get', () => {
    test.each(NAMES)('a name %s comes back as it went, and is what programs in the fork see', async (_what, name) => {
      const fork = await at().fork()
      const path = `/workspace/${name}`
      await fork.put([file(path, `in ${name.length}`)])
      expect(await get(fork, path)).toEqual({ path, state: 'file', bytes: Buffer.from(`in ${name.length}`), mode: 0o644, links: 1 })
      const listed = await said(python(fork, 'import os; print(ascii(os.listdir("/workspace")))'))
      expect(listed.trim()).toBe(await said(python(fork, 'import sys; print(ascii([sys.argv[1]]), end="")', [name])))
      const sealed = at().keep(await fork.seal())
      expect((await sealed.read([path], BOUNDS))[0]).toMatchObject({ path, state: 'file' })
      expect((await sealed.changes(BOUNDS)).changes.map((change) => change.path)).toEqual([path])
    })

    test.each([[0o644], [0o755], [0o600], [0o400], [0o000], [0o777], [0o4755], [0o1644]])('mode %o', async (mode) => {
      const fork = await at().fork()
      await fork.put([file('/workspace/f', 'x', mode)])
      expect(await get(fork, '/workspace/f')).toMatchObject({ state: 'file', mode })
      expect(await said(sh(fork, 'stat -c %a f'))).toBe(`${mode.toString(8)}\n`)
    })

    test.each([
      ['agent', '1000:1000'],
      ['verifier', tier === 'one-uid' ? '1000:1000' : '1001:1001'],
    ] as const)('a file for the %s is owned by that user, and so are the folders made for it', async (owner, ids) => {
      const fork = await at().fork()
      await fork.put([file('/workspace/a/b/f', 'x', 0o600, owner)])
      expect(await said(sh(fork, 'stat -c %u:%g:%a a a/b && cd a/b && stat -c %u:%g:%a f'))).toBe(`${ids}:755\n${ids}:755\n${ids}:600\n`)
    })

    test('a folder that is there keeps its owner and mode', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'mkdir -m 711 mine'))
      await fork.put([file('/workspace/mine/f', 'x', 0o644, 'verifier')])
      expect(await said(sh(fork, 'stat -c %u:%a mine'))).toBe('1000:711\n')
    })

    test('nothing, and 10 MB', async () => {
      const fork = await at().fork()
      const big = Buffer.alloc(10 << 20, 'polygraph ')
      await fork.put([file('/workspace/empty', ''), file('/workspace/big', big)])
      expect(await get(fork, '/workspace/empty')).toMatchObject({ state: 'file', bytes: Buffer.alloc(0) })
      const back = await get(fork, '/workspace/big')
      expect(back.state === 'file' && big.equals(back.bytes)).toBe(true)
      expect(await said(sh(fork, 'sha256sum < big'))).toContain(createHash('sha256').update(big).digest('hex'))
    })

    test('what stood there before is replaced, not written into', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'echo long old content > f; chmod 600 f; ln f other; exec 3<f; sleep 1000 <&3 >/dev/null 2>&1 &'))
      await fork.put([file('/workspace/f', 'new', 0o640)])
      expect(await said(sh(fork, 'cat f; stat -c " %a %h" f; cat other'))).toBe('new 640 1\nlong old content\n')
    })

    test('many files in one call, in order: the last of two for one path stands', async () => {
      const fork = await at().fork()
      const files = Array.from({ length: 500 }, (_, n) => file(`/workspace/d${n % 7}/${n}`, String(n)))
      await fork.put([...files, file('/workspace/d0/0', 'last')])
      expect(await said(sh(fork, 'find . -type f | wc -l; cat d0/0 d6/6 d2/499'))).toBe('500\nlast6499')
    })

    test('a link that was put next to is a neighbour, no more', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'mkdir real; ln -s real link'))
      await fork.put([file('/workspace/real/f', 'x')])
      expect(await said(sh(fork, 'cat link/f; readlink link'))).toBe('xreal\n')
    })

    test.each([['/workspace/../escape'], ['/workspace/./f'], ['relative'], ['/'], ['']])('%j is no path of a file', async (path) => {
      const fork = await at().fork()
      await expect(fork.put([file(path, 'x')])).rejects.toThrow(BackendUnavailable)
      expect(await said(sh(fork, 'ls -A . ..'))).not.toContain('escape')
      await expect(at().prepare([file(path, 'x')])).rejects.toThrow(BackendUnavailable)
    })

    test.each([['/etc/passwd'], ['/checks/case'], ['/home/verifier/f']])('%s lies where nothing can be written, which is told and not dropped', async (path) => {
      const fork = await at().fork()
      await expect(fork.put([file(path, 'x')])).rejects.toThrow(/read-only|Read-only/i)
      await expect(at().prepare([file(path, 'x')])).rejects.toThrow(BackendUnavailable)
      await fork.put([file('/home/agent/f', 'x'), file('/tmp/f', 'x'), file('/var/tmp/f', 'x')])
      expect(await said(sh(fork, 'cat /home/agent/f /tmp/f /var/tmp/f'))).toBe('xxx')
    })
  })

  describe('get', () => {
    test('reports what is no regular file, and opens none of it', async () => {
      const fork = await at().fork()
      await said(python(fork, `
        import os, socket
        os.mkfifo("fifo"); os.mkdir("folder"); os.symlink("/etc/passwd", "link"); os.symlink("nowhere", "dangling"); os.symlink("loop", "loop")
        socket.socket(socket.AF_UNIX).bind("socket")
        os.mkdir("real"); open("real/f", "w").write("inside"); os.symlink("real", "through")
        open("plain", "w").write("plain")`))
      const paths = ['fifo', 'folder', 'link', 'dangling', 'loop', 'socket', 'through/f', 'real/f', 'plain/f', 'none', 'plain', ''].map((name) => `/workspace/${name}`)
      const results = await fork.get([...paths, '/dev/null', '/proc/self', '/'], BOUNDS)
      expect(results.map((result) => result.state === 'not-regular' ? result.type : result.state)).toEqual(
        ['fifo', 'directory', 'link', 'link', 'link', 'socket', 'link', 'file', 'missing', 'missing', 'file', 'directory', 'character-device', 'link', 'directory'])
      expect(results.map((result) => result.path)).toEqual([...paths, '/dev/null', '/proc/self', '/'])
      const sealed = at().keep(await fork.seal())
      const frozen = await sealed.read(paths, BOUNDS)
      expect(frozen).toEqual(results.slice(0, paths.length))
    })

    test('a path that climbs out stays in', async () => {
      const fork = await at().fork()
      const sealed = at().keep(await (await at().fork()).seal())
      const climbing = `${'/..'.repeat(20)}/etc/machine-id`
      for (const [result] of [await fork.get([climbing], BOUNDS), await sealed.read([climbing], BOUNDS)]) {
        expect(result?.state === 'file' && Buffer.from(result.bytes).toString()).toBe(`${'0'.repeat(31)}1\n`)
      }
    })

    test('stops at the bounds and says so for each path', async () => {
      const fork = await at().fork()
      await fork.put([file('/workspace/a', 'x'.repeat(10)), file('/workspace/b', 'x'.repeat(11)), file('/workspace/c', 'x'.repeat(5)), file('/workspace/d', '')])
      const states = async (bounds: typeof BOUNDS): Promise<readonly string[]> =>
        (await fork.get(['/workspace/a', '/workspace/b', '/workspace/c', '/workspace/none', '/workspace/d'], bounds)).map((result) => result.state)
      expect(await states({ files: 9, bytesPerFile: 10, bytes: 100 })).toEqual(['file', 'too-large', 'file', 'missing', 'file'])
      expect(await states({ files: 9, bytesPerFile: 99, bytes: 15 })).toEqual(['file', 'too-large', 'file', 'missing', 'file'])
      expect(await states({ files: 9, bytesPerFile: 99, bytes: 10 })).toEqual(['file', 'too-large', 'too-large', 'missing', 'file'])
      expect(await states({ files: 1, bytesPerFile: 99, bytes: 99 })).toEqual(['file', 'too-large', 'too-large', 'missing', 'too-large'])
      expect((await fork.get(['/workspace/b'], { files: 9, bytesPerFile: 10, bytes: 100 }))[0]).toEqual({ path: '/workspace/b', state: 'too-large', size: 11 })
    })

    test('a file that grows while it is read, and one that is held by a lease, delay nobody', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'yes > growing & sleep 0.1'))
      expect((await fork.get(['/workspace/growing'], { files: 1, bytesPerFile: 1000, bytes: 1000 }))[0]?.state).toBe('too-large')
      await said(python(fork, `
        import fcntl, os, signal, sys, time
        handle = os.open("leased", os.O_RDWR | os.O_CREAT)
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        if os.fork() == 0:
            os.setsid(); time.sleep(1000)`))
      const from = performance.now()
      expect((await get(fork, '/workspace/leased')).state).not.toBe('missing')
      expect(performance.now() - from).toBeLessThan(5000)
    })

    test('counts hard links', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'echo x > a; ln a b; ln a c'))
      expect(await get(fork, '/workspace/b')).toMatchObject({ state: 'file', links: 3 })
    })
  })
})
