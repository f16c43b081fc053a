import { describe, expect, test } from 'vitest'
import { BackendUnavailable } from '../../../src/contract/index.ts'
import { withWord } from './kit/host.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { BOUNDS, file, made, pause, python, said, sh, until } from './kit/run.ts'

inEachTier('seal', (tier) => {
  const at = bench(tier, [file('/workspace/kept', 'kept'), file('/workspace/folder/a', 'a')])
  /** A word of this file and tier alone, so that the host can be asked for processes that carry it. */
  const word = (name: string): string => `polygraph-${tier}-${name}-${process.pid}`

  const DAEMONS = `
    import os, signal, sys, time
    for n in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork(): os._exit(0)
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT): signal.signal(number, signal.SIG_IGN)
            while True:
                with open(f"beat{n}", "a") as handle: handle.write("x")
                time.sleep(0.001)
    time.sleep(0.2)`

  test('ends daemons in sessions of their own that ignore every polite signal', async () => {
    const fork = await at().fork()
    const name = word('daemon')
    await said(python(fork, DAEMONS, [name]))
    await until(() => withWord(name).length === 3, 'three daemons run alone')
    const sealed = at().keep(await fork.seal())
    expect(withWord(name)).toEqual([])
    const size = async (): Promise<unknown> => (await sealed.read(['/workspace/beat0'], BOUNDS)).map((result) => result.state === 'file' && result.bytes.length)
    const before = await size()
    await pause(100)
    expect(await size()).toEqual(before)
  })

  test('ends commands that are under way, which are answered', async () => {
    const fork = await at().fork()
    const running = Promise.all([sh(fork, ': > a; sleep 1000'), python(fork, 'import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nopen("b", "w").close()\ntime.sleep(1000)'), sh(fork, ': > c; kill -STOP $$')])
    for (const name of ['a', 'b', 'c']) await made(fork, `/workspace/${name}`)
    at().keep(await fork.seal())
    for (const done of await running) expect(done).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: false })
  })

  test('freezes in the middle of a race: what is listed is what later forks have, and it stays so', async () => {
    const fork = await at().fork()
    await said(python(fork, `
      import os, sys
      for n in range(4):
          if os.fork() == 0:
              os.setsid()
              i = 0
              while True:
                  i += 1
                  with open(f"w{n}-{i % 50}", "w") as handle: handle.write(str(i))
                  if i % 7 == 0: os.unlink(f"w{n}-{i % 50}")`))
    await made(fork, '/workspace/w3-40')
    const sealed = at().keep(await fork.seal())
    const { changes } = await sealed.changes(BOUNDS)
    expect(changes.length).toBeGreaterThan(4)
    const shown = await Promise.all([1, 2].map(async () => said(sh(at().keep(await sealed.fork()), 'for f in w*; do sha256sum < $f | cut -d" " -f1; echo /workspace/$f; done'))))
    expect(shown[0]).toBe(changes.map(({ path, sha256 }) => `${sha256}\n${path}\n`).join(''))
    expect(shown[1]).toBe(shown[0])
    expect(await sealed.changes(BOUNDS)).toMatchObject({ changes })
  })

  test('waits for files that are being put, or leaves them out; never half', async () => {
    const fork = await at().fork()
    const files = Array.from({ length: 300 }, (_, n) => file(`/workspace/put${n}`, 'x'.repeat(1000)))
    const putting = fork.put(files).then(() => 'put', () => 'refused')
    const sealed = at().keep(await fork.seal())
    const told = await putting
    const { changes } = await sealed.changes(BOUNDS)
    if (told === 'put') expect(changes).toHaveLength(300)
    const digest = JSON.stringify(changes)
    await pause(100)
    expect(JSON.stringify((await sealed.changes(BOUNDS)).changes)).toBe(digest)
  })

  test('ends the fork: what is asked of it then is refused', async () => {
    const fork = await at().fork()
    at().keep(await fork.seal())
    await expect(sh(fork, 'true')).rejects.toThrow(BackendUnavailable)
    await expect(fork.put([file('/workspace/x', '')])).rejects.toThrow(BackendUnavailable)
    await expect(fork.get(['/workspace/kept'], BOUNDS)).rejects.toThrow(BackendUnavailable)
    await expect(fork.seal()).rejects.toThrow(BackendUnavailable)
    await expect(sh(fork, 'true')).rejects.toMatchObject({ during: 'exec' })
    await fork.discard()
  })

  describe('and the forks that come after', () => {
    test('of a sealed state have exactly its files, deletions and replaced folders included', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'rm kept; rm -r folder; mkdir folder; echo b > folder/b; ln -s folder link; mkfifo -m 600 fifo; echo home > ~/h; echo tmp > /tmp/t; echo shm > /dev/shm/s'))
      const list = 'find . ~ /tmp /var/tmp -printf "%p %y %m %u %l\\n" | sort; cat folder/b ~/h /tmp/t; ls /dev/shm'
      const before = (await said(sh(fork, list))).replace(/s\n$/, '')
      const sealed = at().keep(await fork.seal())
      for (const user of ['agent', 'verifier'] as const) expect(await said(sh(at().keep(await sealed.fork()), list.replaceAll('~', '/home/agent'), { user }))).toBe(before.replaceAll('~', '/home/agent'))
      expect(before).not.toContain('kept')
    })

    test('do not see what a sibling, a parent or a later fork writes', async () => {
      const first = await at().fork()
      await said(sh(first, 'echo first > first'))
      const beside = await at().fork()
      expect(await said(sh(beside, 'ls'))).toBe('folder\nkept\n')
      await said(sh(beside, 'echo beside > beside; rm kept'))
      const sealed = at().keep(await first.seal())
      const [one, two] = [at().keep(await sealed.fork()), at().keep(await sealed.fork())]
      await said(sh(one, 'echo one > one; echo changed > first; rm -r folder'))
      expect(await said(sh(two, 'ls; cat first'))).toBe('first\nfolder\nkept\nfirst\n')
      expect((await sealed.changes(BOUNDS)).changes.map(({ path }) => path)).toEqual(['/workspace/first'])
      expect(await said(sh(at().keep(await sealed.fork()), 'ls; cat first'))).toBe('first\nfolder\nkept\nfirst\n')
      expect(await said(sh(await at().fork(), 'ls'))).toBe('folder\nkept\n')
      // The probe sees a write where there is one to see.
      expect(await said(sh(one, 'ls; cat first'))).toBe('first\nkept\none\nchanged\n')
    })

    test('of a sealed state of a sealed state have all three generations, each with its own changes', async () => {
      const step = async (from: { fork(): ReturnType<ReturnType<typeof at>['fork']> }, script: string) => {
        const fork = await from.fork()
        await said(sh(fork, script))
        return at().keep(await fork.seal())
      }
      const first = await step(at().start, 'echo 1 > one; echo 1 > all; rm kept')
      const second = await step(first, 'echo 2 > two; echo 2 > all; rm one; rm -r folder; mkdir folder')
      const third = await step(second, 'echo 3 > three; echo 3 > all; echo back > kept; echo new > folder/a')
      const brief = async (state: typeof first): Promise<readonly string[]> => (await state.changes(BOUNDS)).changes.map(({ change, path }) => `${change} ${path.slice(11)}`)
      expect(await brief(first)).toEqual(['added all', 'deleted kept', 'added one'])
      expect(await brief(second)).toEqual(['changed all', 'replaced folder', 'deleted one', 'added two'])
      expect(await brief(third)).toEqual(['changed all', 'added folder/a', 'added kept', 'added three'])
      expect([second.base, third.base]).toEqual([first.digest, second.digest])
      expect(await said(sh(at().keep(await third.fork()), 'ls . folder; cat all kept folder/a'))).toBe('.:\nall\nfolder\nkept\nthree\ntwo\n\nfolder:\na\n3\nback\nnew\n')
      expect(await said(sh(at().keep(await second.fork()), 'ls . folder; cat all'))).toBe('.:\nall\nfolder\ntwo\n\nfolder:\n2\n')
      expect(await said(sh(at().keep(await first.fork()), 'ls; cat all folder/a'))).toBe('all\nfolder\none\n1\na')
    })

    test('outlive the state that they were made from, and so does what is sealed from them', async () => {
      const first = await at().fork()
      await said(sh(first, 'echo first > first'))
      const sealed = await first.seal()
      const second = at().keep(await sealed.fork())
      await sealed.discard()
      await expect(sealed.fork()).rejects.toThrow(BackendUnavailable)
      expect(await said(sh(second, 'cat first kept; echo second > second'))).toBe('first\nkept')
      const later = at().keep(await second.seal())
      expect((await later.changes(BOUNDS)).changes.map(({ path }) => path)).toEqual(['/workspace/second'])
      expect(await said(sh(at().keep(await later.fork()), 'cat first second kept'))).toBe('first\nsecond\nkept')
    })
  })
})
