import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Change, Fork } from '../../../src/contract/index.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { BOUNDS, file, python, said, sh } from './kit/run.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

inEachTier('the changes of a sealed state', (tier) => {
  const at = bench(tier, [
    file('/workspace/old', 'old'), file('/workspace/gone', 'gone'), file('/workspace/folder/a', 'a'), file('/workspace/folder/b', 'b'),
    file('/workspace/tree/deep/leaf', 'leaf'), file('/workspace/program', 'run', 0o755), file('/home/agent/note', 'note'),
  ])

  async function changed(script: string, how: typeof sh = sh): Promise<readonly Change[]> {
    const fork = await at().fork()
    await said(how(fork, script))
    const { changes, complete } = await at().keep(await fork.seal()).changes(BOUNDS)
    expect(complete).toBe(true)
    return changes
  }
  const brief = (changes: readonly Change[]): readonly string[] => changes.map(({ change, type, path }) => `${change} ${type} ${path}`)
  const withPython = (fork: Fork, code: string): ReturnType<typeof sh> => python(fork, `import os, socket\n${code}`)

  const ordinary = { type: 'file', mode: 0o644, owner: 1000, group: 1000, target: null, xattrs: {} }

  test('of a fork in which nothing was done there are none', async () => {
    expect(await changed('true')).toEqual([])
  })

  test('an added file with all that is told of it', async () => {
    expect(await changed('printf new > new; chmod 640 new')).toEqual([{ ...ordinary, path: '/workspace/new', change: 'added', mode: 0o640, size: 3, sha256: sha256('new') }])
  })

  test('a changed file, and a deleted one with what it was', async () => {
    expect(await changed('printf more >> old; rm gone')).toEqual([
      { ...ordinary, path: '/workspace/gone', change: 'deleted', size: 4, sha256: sha256('gone') },
      { ...ordinary, path: '/workspace/old', change: 'changed', size: 7, sha256: sha256('oldmore') },
    ])
  })

  test.each<[string, string, readonly string[]]>([
    ['a mode', 'chmod 600 old', ['changed file /workspace/old']],
    ['the mode of a folder', 'chmod 700 folder', ['changed directory /workspace/folder']],
    ['a mode that was set back', 'chmod 600 old; chmod 644 old', []],
    ['the same bytes again', 'printf old > old', []],
    ['a file that was removed and made again the same', 'rm old; printf old > old', []],
    ['other times', 'touch -d 2001-01-01 old folder .', []],
    ['a file that came and went', 'echo x > x; rm x; mkdir y; rmdir y', []],
    ['a file that was renamed', 'mv old new', ['added file /workspace/new', 'deleted file /workspace/old']],
    ['a folder that was renamed', 'mv folder other', [
      'deleted directory /workspace/folder', 'added directory /workspace/other', 'added file /workspace/other/a', 'added file /workspace/other/b']],
    ['a new folder that was renamed', 'mkdir x; echo x > x/x; mv x y', ['added directory /workspace/y', 'added file /workspace/y/x']],
    ['a folder that was removed', 'rm -r tree', ['deleted directory /workspace/tree']],
    ['a folder that was emptied', 'rm folder/*', ['deleted file /workspace/folder/a', 'deleted file /workspace/folder/b']],
    ['a folder that was removed and made again', 'rm -r folder; mkdir folder; printf a > folder/a', ['replaced directory /workspace/folder', 'added file /workspace/folder/a']],
    ['a file in the place of a folder', 'rm -r folder; echo x > folder', ['replaced file /workspace/folder']],
    ['a folder in the place of a file', 'rm old; mkdir old; echo x > old/x', ['replaced directory /workspace/old', 'added file /workspace/old/x']],
    ['a link in the place of a file', 'rm old; ln -s gone old', ['replaced link /workspace/old']],
    ['hard links', 'ln old twin; printf x > one; ln one two', ['added file /workspace/one', 'added file /workspace/twin', 'added file /workspace/two']],
    ['a hard link that was written through', 'ln old twin; printf both > twin', ['changed file /workspace/old', 'added file /workspace/twin']],
    ['files at home and in the temporary folders', 'touch ~/.profile /tmp/t /var/tmp/v; rm ~/note', [
      'added file /home/agent/.profile', 'deleted file /home/agent/note', 'added file /tmp/t', 'added file /var/tmp/v']],
    ['what lies in /dev/shm', 'echo x > /dev/shm/x', []],
  ])('%s', async (_what, script, expected) => {
    expect(brief(await changed(script))).toEqual(expected)
  })

  test('a link with where it points, a FIFO, a socket, and names that are no UTF-8', async () => {
    const changes = await changed(`os.symlink(b"/no\\xffwhere", "link"); os.mkfifo("fifo", 0o600); socket.socket(socket.AF_UNIX).bind("socket"); open(b"\\xff", "w"); open("\\n", "w")`, withPython)
    expect(brief(changes)).toEqual(['added file /workspace/\n', 'added fifo /workspace/fifo', 'added link /workspace/link', 'added socket /workspace/socket', 'added file /workspace/\udcff'])
    expect(changes.map(({ target, size, sha256: digest }) => [target, size, digest === null])).toEqual(
      [[null, 0, false], [null, 0, true], ['/no\udcffwhere', 0, true], [null, 0, true], [null, 0, false]])
    expect(changes[1]?.mode).toBe(0o600)
  })

  test('where a link points, when it is turned elsewhere', async () => {
    const fork = await at().fork()
    await said(sh(fork, 'ln -s a link'))
    const first = at().keep(await fork.seal())
    const second = at().keep(await first.fork())
    await said(sh(second, 'ln -sfn b link'))
    const { changes } = await at().keep(await second.seal()).changes(BOUNDS)
    expect(changes).toMatchObject([{ path: '/workspace/link', change: 'changed', type: 'link', target: 'b' }])
  })

  test('extended attributes, also those that look like the overlay\'s own', async () => {
    const changes = await changed(`
os.setxattr("old", "user.note", b"\\x00\\xff")
os.mkdir("new")
for name in ("user.overlay.opaque", "user.overlay.whiteout", "user.overlay.metacopy"):
    try: os.setxattr("folder", name, b"y")
    except OSError: pass
open("new/x", "w")
found = {name: os.getxattr("folder", name) for name in os.listxattr("folder")}
open("listed", "w").write("".join(sorted(found)))`, withPython)
    expect(brief(changes)).toEqual(expect.arrayContaining(['added directory /workspace/new', 'added file /workspace/new/x', 'changed file /workspace/old']))
    expect(changes.find(({ path }) => path === '/workspace/old')?.xattrs).toEqual({ 'user.note': Buffer.from([0, 255]).toString('base64') })
    const seen = changes.find(({ path }) => path === '/workspace/folder')
    expect(seen?.change ?? 'changed').toBe('changed')
    expect(sha256(Object.keys(seen?.xattrs ?? {}).toSorted().join(''))).toBe(changes.find(({ path }) => path === '/workspace/listed')?.sha256)
  })

  test('are sorted by the bytes of the path', async () => {
    const changes = await changed('for name in b: open(name, "w")'.replace('b', '[b"a", b"a-", b"b", "\\uffff".encode(), "\\U00010000".encode(), b"\\xff", b"Z"]') + '\nos.mkdir("a.d"); open("a.d/x", "w"); os.mkdir("c"); open("c/x", "w"); open("c!", "w")', withPython)
    const bytes = changes.map(({ path }) => Buffer.from(path.replaceAll('\udcff', '\u{10ffff}')))
    expect(bytes).toEqual(bytes.toSorted(Buffer.compare))
    expect(changes.map(({ path }) => path.slice(11))).toEqual(['Z', 'a', 'a-', 'a.d', 'a.d/x', 'b', 'c', 'c!', 'c/x', '\uffff', '\u{10000}', '\udcff'])
  })

  describe('within bounds', () => {
    test('what fits is told, and that it is not all', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'for n in 1 2 3 4 5; do printf 12345 > $n; done; rm old'))
      const sealed = at().keep(await fork.seal())
      const few = await sealed.changes({ ...BOUNDS, files: 3 })
      expect(few).toMatchObject({ complete: false, changes: { length: 3 } })
      const small = await sealed.changes({ ...BOUNDS, bytesPerFile: 4 })
      expect([small.complete, small.changes.filter((change) => change.sha256 === null).length]).toEqual([false, 5])
      const total = await sealed.changes({ ...BOUNDS, bytes: 10 })
      expect([total.complete, total.changes.filter((change) => change.sha256 !== null).length]).toEqual([false, 2])
      expect((await sealed.changes({ files: 6, bytesPerFile: 5, bytes: 28 })).complete).toBe(true)
    })

    test('the start state tells what was laid in it', async () => {
      const { changes, complete } = await at().start.changes(BOUNDS)
      expect(complete).toBe(true)
      expect(changes.filter((change) => change.type === 'file').map((change) => change.path)).toEqual([
        '/home/agent/note', '/workspace/folder/a', '/workspace/folder/b', '/workspace/gone', '/workspace/old', '/workspace/program', '/workspace/tree/deep/leaf'])
    })
  })
})
