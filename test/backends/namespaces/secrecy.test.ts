import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { withWord } from './kit/host.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { err, file, made, out, probe, python, run, said, sh, until } from './kit/run.ts'

inEachTier('between the users of a fork', (tier) => {
  const at = bench(tier)
  const apart = tier !== 'one-uid'
  const NEEDS_TWO = apart ? '' : ' (not run, because this tier has one user for both)'

  describe.runIf(apart)('what the verifier keeps for itself', () => {
    test('files in a folder of its own can not be listed, read or opened by the agent', async () => {
      const fork = await at().fork()
      await fork.put([file('/workspace/checks/held-out', 'secret', 0o600, 'verifier')])
      expect(await said(sh(fork, 'chmod 700 checks; cat checks/held-out', { user: 'verifier' }))).toBe('secret')
      const done = await sh(fork, 'ls checks; cat checks/held-out; cd checks; find checks; chmod 777 checks; mv checks other; true')
      expect(out(done).replace('checks\n', '')).toBe('')
      expect(err(done)).toContain('Permission denied')
      // It can put the whole folder aside, since the workspace is its own; what is in it stays closed.
      expect(await said(sh(fork, 'cat other/held-out 2>&1; id -u', { user: 'agent' }))).not.toContain('secret')
      await said(sh(fork, 'chmod 755 other; chmod 644 other/held-out', { user: 'verifier' }))
      expect(await said(sh(fork, 'cat other/held-out'))).toBe('secret')
    })

    test('its processes show the agent no environment, memory, descriptors or folder, and take no signal from it', async () => {
      const fork = await at().fork()
      const abort = new AbortController()
      const verifying = run(fork, ['/usr/bin/sleep', '1000.7'], { user: 'verifier', env: { SECRET: 'verifier-secret' }, signal: abort.signal })
      await until(async () => (await sh(fork, 'pgrep -x sleep')).exitCode === 0, 'the verifier runs')
      const look = 'for p in $(pgrep -x sleep); do for f in environ maps mem stack; do cat /proc/$p/$f; done; ls /proc/$p/fd /proc/$p/root; readlink /proc/$p/cwd /proc/$p/exe; kill -9 $p; done; true'
      const done = await sh(fork, look)
      expect(out(done)).toBe('')
      expect(err(done)).toMatch(/Permission denied[^]*Operation not permitted/)
      // The verifier itself sees all that: so there was something to see.
      expect(await said(sh(fork, 'for p in $(pgrep -x sleep); do tr "\\0" "\\n" < /proc/$p/environ; done', { user: 'verifier' }))).toBe('SECRET=verifier-secret\n')
      abort.abort()
      expect(await verifying).toMatchObject({ signal: 'SIGKILL' })
    })
  })
  test.skipIf(apart)(`the verifier's files and processes are kept from the agent${NEEDS_TWO}`, () => {})

  test('nothing of the server can be read in the moment before a command starts: neither its memory nor where it lies', async () => {
    const fork = await at().fork()
    const word = 'polygraph-held-out-answer'
    const watching = probe(fork, 'watch-memory.py', [word, '20'], { wallSeconds: 30 })
    // A process of the agent's own that holds the word shows that the watcher finds what it may read.
    const holder = python(fork, `import time; held = "${word.slice(0, 10)}" + "${word.slice(10)}".lower(); time.sleep(1)`, ['the-holder'])
    for (let n = 0; n < 40; n++) {
      await Promise.all([1, 2].map(() => run(fork, ['/bin/true'], { stdin: Buffer.alloc(50_000, `${word} `) })))
    }
    await holder
    await said(sh(fork, 'touch stop'))
    const { seen, found } = JSON.parse(out(await watching)) as { seen: readonly string[]; found: readonly string[] }
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('the-holder')
    expect(seen).toEqual(expect.arrayContaining(['init', '/bin/true']))
    expect(seen.filter((line) => /\/polygraph|\/src\/|\/tmp\//.test(line))).toEqual([])
  })

  describe('the first process of a fork', () => {
    test('is told as init, whatever it is on the host', async () => {
      expect(await said(sh(await at().fork(), 'tr "\\0" " " < /proc/1/cmdline'))).toMatch(/^init *$/)
    })

    test('lives through every signal that a process of the fork can send', async () => {
      const fork = await at().fork()
      for (const user of ['agent', 'verifier'] as const) {
        await said(sh(fork, 'for n in $(seq 1 64); do kill -$n 1 2>/dev/null; done; true', { user }))
        await sh(fork, 'kill -9 -1', { user })
      }
      expect(await said(sh(fork, 'echo here'))).toBe('here\n')
      // The same signals do end a process that is like any other.
      const other = run(fork, ['sleep', '1000.8'])
      await until(async () => (await sh(fork, 'pkill -KILL -x sleep')).exitCode === 0, 'it is killed')
      expect(await other).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    })
  })

  test('where a control group stands on the host is not to be read inside', async () => {
    const fork = await at().fork()
    const word = `polygraph-grouped-${process.pid}-${tier}`
    const abort = new AbortController()
    const running = run(fork, ['sh', '-c', 'cat /proc/self/cgroup; : > told; sleep 1000', word], { signal: abort.signal })
    await made(fork, '/workspace/told')
    const onHost = withWord(word).map((pid) => readFileSync(`/proc/${pid}/cgroup`, 'utf8')).join('')
    abort.abort()
    expect(out(await running).split('\n').filter((line) => line !== '' && !line.endsWith(':/'))).toEqual([])
    const readiness = await at().backend.readiness()
    if (readiness.ready && readiness.promises.memoryLimit === 'fork') expect(onHost).toMatch(/polygraph-\d+-\d+\/\d+$/m)
  })

  test('a program that belongs to another user does not lend its rights', async () => {
    const fork = await at().fork()
    const id = await said(run(fork, ['cat', '/usr/bin/id'], { outputBytes: 1 << 20 }).then((done) => ({ ...done, stdout: Buffer.from(String(done.stdout.length)) })))
    expect(Number(id)).toBeGreaterThan(10_000)
    const program = await fork.get(['/usr/bin/id'], { files: 1, bytesPerFile: 1 << 20, bytes: 1 << 20 })
    if (program[0]?.state !== 'file') throw new Error('no id')
    await fork.put([file('/workspace/id', program[0].bytes, 0o6755, 'verifier'), file('/tmp/id', program[0].bytes, 0o6755, 'verifier')])
    expect(await said(sh(fork, 'stat -c %a id; ./id -u; ./id -g; /tmp/id -u'))).toBe('6755\n1000\n1000\n1000\n')
  })
})

inEachTier('between two forks', (tier) => {
  const at = bench(tier)

  test('there is a loopback interface in each, and no way from one to the other', async () => {
    const [one, other] = [await at().fork(), await at().fork()]
    const serve = `
      import os, socket, sys, ctypes
      libc = ctypes.CDLL(None)
      tcp = socket.socket(); tcp.bind(("127.0.0.1", 4711)); tcp.listen()
      unix = socket.socket(socket.AF_UNIX); unix.bind("\\0polygraph"); unix.listen()
      six = socket.socket(socket.AF_INET6); six.bind(("::1", 4712)); six.listen()
      libc.shmget(4711, 4096, 0o1666); libc.mq_open(b"/polygraph", os.O_CREAT | os.O_RDWR, 0o666, None); open("/dev/shm/polygraph", "w").write("x")
      if os.fork() == 0:
          os.setsid()
          while True: tcp.accept()`
    const reach = `
      import os, socket, ctypes
      libc = ctypes.CDLL(None)
      def tcp(): socket.create_connection(("127.0.0.1", 4711), 2)
      def six(): socket.create_connection(("::1", 4712), 2)
      def unix(): socket.socket(socket.AF_UNIX).connect("\\0polygraph")
      def shm(): assert libc.shmget(4711, 0, 0) >= 0
      def queue(): assert libc.mq_open(b"/polygraph", os.O_RDONLY, 0, None) >= 0
      def file(): open("/dev/shm/polygraph")
      for way in (tcp, six, unix, shm, queue, file):
          try: way(); print(way.__name__, "reached")
          except (OSError, AssertionError): print(way.__name__, "refused")`
    await said(python(one, serve))
    expect(await said(python(one, reach))).toBe('tcp reached\nsix reached\nunix reached\nshm reached\nqueue reached\nfile reached\n')
    expect(await said(python(other, reach))).toBe('tcp refused\nsix refused\nunix refused\nshm refused\nqueue refused\nfile refused\n')
  })
})
