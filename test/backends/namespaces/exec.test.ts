import { describe, expect, test } from 'vitest'
import { bench, inEachTier } from './kit/tiers.ts'
import { ENV, err, file, out, python, run, said, sh } from './kit/run.ts'

inEachTier('commands', (tier) => {
  const at = bench(tier, [
    file('/workspace/plain', 'echo never\n', 0o644),
    file('/workspace/no-interpreter', '#!/no/such/interpreter\n', 0o755),
    file('/workspace/no-format', '\u0000\u0001\u0002', 0o755),
    file('/workspace/closed/inside', '', 0o644),
  ])

  describe('how a command starts and ends', () => {
    test.each([[0], [1], [42], [126], [127], [137], [255]])('exit code %i is told as it is', async (code) => {
      expect(await sh(await at().fork(), `exit ${code}`)).toMatchObject({ exitCode: code, signal: null, timedOut: false, outOfMemory: false })
    })

    test.each(['SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGPIPE', 'SIGXFSZ', 'SIGUSR1'])('%s ends a command that does not handle it, and is named', async (name) => {
      expect(await python(await at().fork(), `import os, signal; signal.signal(signal.${name}, signal.SIG_DFL) if ${JSON.stringify(name)} != "SIGKILL" else 0; os.kill(os.getpid(), signal.${name})`))
        .toMatchObject({ exitCode: null, signal: name, timedOut: false })
    })

    test('no signal is ignored or blocked to begin with', async () => {
      const status = await said(run(await at().fork(), ['cat', '/proc/self/status']))
      expect(status.match(/^Sig(Blk|Ign|Cgt):.*$/gm)).toEqual(['SigBlk', 'SigIgn', 'SigCgt'].map((name) => `${name}:\t${'0'.repeat(16)}`))
    })

    test('the two streams are apart and keep every byte', async () => {
      const done = await python(await at().fork(), 'import sys; sys.stdout.buffer.write(bytes(range(256)) * 300); sys.stderr.buffer.write(b"\\xff\\x00\\n")')
      expect(Buffer.from(done.stdout).equals(Buffer.concat(Array.from({ length: 300 }, () => Buffer.from(Array.from({ length: 256 }, (_, n) => n)))))).toBe(true)
      expect(Buffer.from(done.stderr)).toEqual(Buffer.from([0xff, 0, 10]))
      expect(done.truncated).toEqual({ stdout: false, stderr: false })
    })

    test.each(['agent', 'verifier'] as const)('the %s can open its streams by name', async (user) => {
      const done = await sh(await at().fork(), 'cat /dev/stdin > /dev/stdout; echo err > /dev/stderr', { user, stdin: Buffer.from('in') })
      expect([out(done), err(done)]).toEqual(['in', 'err\n'])
    })

    test('the arguments arrive word for word, also when they are no UTF-8', async () => {
      const words = ['', ' ', '"\'`$(id)\n', '-rf', 'ünïcødé 😀', 'not utf-8: \udcff\udc80', '\x01\x7f']
      const listed = await said(run(await at().fork(), ['/usr/bin/python3', '-c', 'import sys; print(ascii(sys.argv[1:]))', ...words]))
      expect(listed).toBe("['', ' ', '\"\\'`$(id)\\n', '-rf', '\\xfcn\\xefc\\xf8d\\xe9 \\U0001f600', 'not utf-8: \\udcff\\udc80', '\\x01\\x7f']\n")
    })

    test('an argument of 100 kB and a list of 1 MB arrive', async () => {
      const fork = await at().fork()
      expect(await said(python(fork, 'import sys; print(len(sys.argv[1]))', ['x'.repeat(100_000)]))).toBe('100000\n')
      expect(await said(python(fork, 'import sys; print(len(sys.argv), sum(map(len, sys.argv[1:])))', Array.from({ length: 1000 }, () => 'y'.repeat(1000))))).toBe('1001 1000000\n')
    })

    test('an argument list that the kernel refuses is the failure of the command', async () => {
      const done = await run(await at().fork(), ['/bin/true', 'x'.repeat(200_000)])
      expect(done.exitCode).toBe(126)
      expect(err(done)).toBe('/bin/true: Argument list too long\n')
    })

    test('the environment is what was given and nothing else', async () => {
      const fork = await at().fork()
      expect(await said(run(fork, ['/usr/bin/env', '-0'], { env: { A: '1', B: 'two\nlines', C: 'ü' } }))).toBe('A=1\0B=two\nlines\0C=ü\0')
      expect(await said(run(fork, ['/usr/bin/env'], { env: {} }))).toBe('')
      // The probe can see a variable of the host's where there is one to see.
      process.env['POLYGRAPH_CANARY'] = 'canary'
      expect(await said(run(fork, ['/usr/bin/env']))).not.toContain('CANARY')
      expect(await said(run(fork, ['/usr/bin/env'], { env: { ...ENV, POLYGRAPH_CANARY: 'canary' } }))).toContain('POLYGRAPH_CANARY=canary')
    })

    test('a program is looked for on the PATH that was given', async () => {
      const fork = await at().fork()
      await fork.put([file('/workspace/bin/tool', '#!/bin/sh\necho found\n', 0o755)])
      expect(await said(run(fork, ['tool'], { env: { PATH: '/workspace/bin:/usr/bin' } }))).toBe('found\n')
      expect((await run(fork, ['tool'])).exitCode).toBe(127)
    })

    test('each user has its own ids, no other group, and the usual mask', async () => {
      const fork = await at().fork()
      const agent = await said(sh(fork, 'id -u; id -g; id -G; umask'))
      expect(agent).toBe('1000\n1000\n1000\n0022\n')
      const verifier = await said(sh(fork, 'id -u; id -g; id -G; umask', { user: 'verifier' }))
      expect(verifier).toBe(tier === 'one-uid' ? agent : '1001\n1001\n1001\n0022\n')
    })
  })

  describe('commands that can not start', () => {
    test.each([
      ['a missing program', ['/no/such/program'], 127, '/no/such/program: No such file or directory\n'],
      ['a missing program on the PATH', ['no-such-program'], 127, 'no-such-program: No such file or directory\n'],
      ['a program below a file', ['/workspace/plain/program'], 127, '/workspace/plain/program: Not a directory\n'],
      ['a file without the right to be run', ['/workspace/plain'], 126, '/workspace/plain: Permission denied\n'],
      ['a directory', ['/workspace'], 126, '/workspace: Permission denied\n'],
      ['a script whose interpreter is missing', ['/workspace/no-interpreter'], 127, '/workspace/no-interpreter: No such file or directory\n'],
      ['a file of no known format', ['/workspace/no-format'], 126, '/workspace/no-format: Exec format error\n'],
    ])('%s is a value, not an error', async (_what, argv, exitCode, message) => {
      const done = await run(await at().fork(), argv)
      expect(done).toMatchObject({ exitCode, signal: null, timedOut: false })
      expect([out(done), err(done)]).toEqual(['', message])
    })

    test.each([
      ['missing', '/no/such/folder', '/no/such/folder: No such file or directory'],
      ['a file', '/workspace/plain', '/workspace/plain: Not a directory'],
    ])('a working directory that is %s is a value, and the command does not run', async (_what, cwd, message) => {
      const done = await sh(await at().fork(), 'echo ran', { cwd })
      expect(done.exitCode).toBe(126)
      expect([out(done), err(done)]).toEqual(['', `can not enter ${message}\n`])
    })

    test('a working directory that the user may not enter is a value', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'chmod 000 closed'))
      expect(await sh(fork, 'echo ran', { cwd: '/workspace/closed' })).toMatchObject({ exitCode: 126 })
      await said(sh(fork, 'chmod 755 closed'))
      expect(await said(run(fork, ['pwd'], { cwd: '/workspace/closed' }))).toBe('/workspace/closed\n')
    })
  })

  describe('what a command is given to read', () => {
    const digest = 'import sys, hashlib; d = sys.stdin.buffer.read(); print(len(d), hashlib.sha256(d).hexdigest())'

    test.each([
      ['text', Buffer.from('two\nlines'), '9'],
      ['one byte', Buffer.from([0]), '1'],
      ['every byte', Buffer.from(Array.from({ length: 256 }, (_, n) => n)), '256'],
      ['5 MB', Buffer.alloc(5 << 20, 'polygraph'), String(5 << 20)],
    ])('%s', async (_what, stdin, length) => {
      const { createHash } = await import('node:crypto')
      expect(await said(python(await at().fork(), digest, [], { stdin }))).toBe(`${length} ${createHash('sha256').update(stdin).digest('hex')}\n`)
    })

    describe.each([['nothing', undefined], ['no bytes', new Uint8Array()]])('%s', (_what, stdin) => {
      test('is the end of the input at once', async () => {
        expect(await said(run(await at().fork(), ['cat'], { ...(stdin === undefined ? {} : { stdin }), wallSeconds: 5 }))).toBe('')
      })
    })

    test('a command that closes its input early is no failure', async () => {
      expect(await said(sh(await at().fork(), 'exec <&-; echo fine', { stdin: Buffer.alloc(1 << 20) }))).toBe('fine\n')
    })

    test('has three descriptors and no more', async () => {
      const listed = await said(python(await at().fork(), `
  import os
  print(sorted(fd for fd in map(int, os.listdir("/proc/self/fd")) if os.path.exists(f"/proc/self/fd/{fd}") or fd < 3))
  extra = os.open("/", os.O_RDONLY)
  print([fd for fd in range(4096) if os.path.lexists(f"/proc/self/fd/{fd}")])
  `))
      expect(listed).toBe('[0, 1, 2]\n[0, 1, 2, 3]\n')
    })
  })
})
