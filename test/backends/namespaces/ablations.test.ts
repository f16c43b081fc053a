import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fork, Policy } from '../../../src/contract/index.ts'
import { withWord } from './kit/host.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { BOUNDS, file, get, out, python, run, said, sh, until } from './kit/run.ts'

let server: Server
beforeAll(async () => {
  server = createServer((socket) => socket.end('host')).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** One line for each property of a fork that a policy can turn off. */
const PROPERTIES = (port: number): string => `
  import ctypes, os, socket
  libc = ctypes.CDLL(None, use_errno=True)
  def network():
      try: return socket.create_connection(("127.0.0.1", ${port}), 3).recv(4) == b"host"
      except OSError: return False
  def filtered():
      pid = os.fork()
      if pid == 0: os._exit(0 if libc.unshare(0x10000000) == 0 else 1)
      return os.waitpid(pid, 0)[1] != 0
  status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
  print("network", network())
  print("filter", filtered(), status["Seccomp"].strip())
  print("privileges", status["NoNewPrivs"].strip(), status["CapEff"].strip())
  print("user", os.getuid())
  print("names", socket.gethostname())
  print("devices", sorted(os.listdir("/dev")))
  print("tmp", sorted(os.listdir("/tmp")))
  print("root", os.access("/etc", os.W_OK), os.access("/proc/1/environ", os.R_OK))
`

inEachTier('a policy with one property off', (tier) => {
  const at = bench(tier, [file('/workspace/a', 'a')])

  const made = async (changes: Partial<Policy>): Promise<Fork> => at().keep(await (await at().prepare([file('/workspace/a', 'a')], changes)).fork())
  const port = (): number => (server.address() as { port: number }).port
  /** What a fork of this policy shows, line by line, where it differs from what one of the full policy shows. */
  async function different(changes: Partial<Policy>, user: 'agent' | 'verifier' = 'agent'): Promise<readonly string[]> {
    const [usual, odd] = await Promise.all([at().fork(), made(changes)].map(async (fork) => (await said(python(await fork, PROPERTIES(port()), [], { user }))).split('\n')))
    return (odd ?? []).filter((line, n) => line !== usual?.[n])
  }

  test('none off: nothing is different', async () => {
    expect(await different({})).toEqual([])
  })

  test('sandbox = "declared-files" is refused: it is another backend\'s', async () => {
    await expect(made({ sandbox: 'declared-files', declared: ['/workspace/a'] })).rejects.toThrow("backend namespaces can't carry out the sandbox declared-files")
  })

  test('network = "host" gives the network of the host and changes nothing else', async () => {
    expect(await different({ network: 'host' })).toEqual(['network True'])
  })

  test('systemCallFilter = false takes the filter away and changes nothing else', async () => {
    expect(await different({ systemCallFilter: false })).toEqual(['filter False 0'])
  })

  test('distinctUsers = false makes one user of two, for files too, and changes nothing else', async () => {
    expect(await different({ distinctUsers: false })).toEqual([])
    expect(await different({ distinctUsers: false }, 'verifier')).toEqual(tier === 'one-uid' ? [] : ['user 1000'])
    const fork = await made({ distinctUsers: false })
    await fork.put([file('/workspace/checks', 'secret', 0o600, 'verifier')])
    expect(await said(sh(fork, 'cat checks'))).toBe('secret')
    expect(await said(sh(fork, 'cat checks', { user: 'verifier' }))).toBe('secret')
    const usual = await at().fork()
    await usual.put([file('/workspace/checks', 'secret', 0o600, 'verifier')])
    expect(out(await sh(usual, 'cat checks'))).toBe(tier === 'one-uid' ? 'secret' : '')
  })

  test('followLinks = true lets readers follow links, inside the fork alone', async () => {
    expect(await different({ followLinks: true })).toEqual([])
    for (const [changes, state] of [[{ followLinks: true }, 'file'], [{}, 'not-regular']] as const) {
      const fork = await made(changes)
      await said(sh(fork, 'ln -s a link; ln -s /etc/machine-id machine; mkfifo fifo; ln -s fifo pipe'))
      expect(await get(fork, '/workspace/link')).toMatchObject({ state })
      const sealed = at().keep(await fork.seal())
      const read = await sealed.read(['/workspace/link', '/workspace/machine', '/workspace/pipe'], BOUNDS)
      expect(read.map((result) => result.state)).toEqual([state, state, 'not-regular'])
      // The machine id of an environment, which is the same on every host.
      if (state === 'file') expect(read[1]).toMatchObject({ bytes: Buffer.from(`${'0'.repeat(31)}1\n`) })
    }
  })

  test.each([['home-and-workspace'], ['root']] as const)('privateTmp = false (writable: %s): one /tmp for all such forks, which no state contains', async (writable) => {
    const changes: Partial<Policy> = { privateTmp: false, writable }
    const name = `left-${tier}-${writable}`
    const one = await made(changes)
    await said(sh(one, `echo left > /tmp/${name}; echo other > /var/tmp/${name}`))
    const sealed = at().keep(await one.seal())
    expect((await sealed.changes(BOUNDS)).changes.map(({ path }) => path)).toEqual([`/var/tmp/${name}`])
    expect(await said(sh(await made(changes), `cat /tmp/${name}; ls /var/tmp; rm /tmp/${name}`))).toBe('left\n')
    expect(await said(sh(at().keep(await sealed.fork()), `ls /tmp /var/tmp`))).toBe(`/tmp:\n\n/var/tmp:\n${name}\n`)
    const private_ = [await made({ writable }), await made({ writable })] as const
    await said(sh(private_[0], 'echo left > /tmp/left'))
    expect(await said(sh(private_[1], 'ls /tmp'))).toBe('')
  })

  test('a shared /tmp can be filled without harm to anything else', async () => {
    const fork = await made({ privateTmp: false })
    await sh(fork, 'for n in $(seq 8); do head -c 60000000 /dev/zero > /tmp/fill$n; done')
    expect(await said(sh(await at().fork(), 'echo x > /tmp/x; cat /tmp/x'))).toBe('x\n')
    await said(sh(fork, 'rm /tmp/fill*'))
  })

  test('ownProcesses = false: daemons outlive seal and discard, are seen by later forks, and go on writing; commands under way are ended', async () => {
    const changes: Partial<Policy> = { ownProcesses: false, requires: [] }
    const shown = await different(changes)
    expect(shown).toEqual([])
    const word = `polygraph-lasting-${process.pid}-${tier}`
    const fork = await made(changes)
    await said(python(fork, `
      import os, sys, time
      if os.fork() == 0:
          os.setsid()
          for n in range(3): os.close(n)
          while True:
              open("beat", "a").write("x")
              time.sleep(0.02)`, [word]))
    const running = run(fork, ['sh', '-c', 'sleep 1000 & sleep 1000', `${word}-command`])
    await until(() => withWord(word).length === 1 && withWord(`${word}-command`).length === 1, 'both run')
    const sealed = at().keep(await fork.seal())
    expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    expect([withWord(word).length, withWord(`${word}-command`).length]).toEqual([1, 0])
    const size = async (): Promise<number> => {
      const [beat] = await sealed.read(['/workspace/beat'], BOUNDS)
      return beat?.state === 'file' ? beat.bytes.length : -1
    }
    const before = await size()
    await until(async () => await size() > before, 'the daemon goes on writing')
    const look = `pgrep -f ${word.slice(0, -1)}[${word.slice(-1)}] | wc -l`
    const later = await made(changes)
    expect(await said(sh(later, look))).toBe('1\n')
    expect(await said(sh(await at().fork(), look))).toBe('0\n')
    // Neither the server nor anything of the host is among them.
    expect(await said(sh(later, 'ps -eo args= | grep -v -e ^init -e ^ps -e ^sh -e ^grep -e ^/bin/sh -e lasting || true'))).toBe('')
    await said(sh(later, `pkill -KILL -f ${word.slice(0, -1)}[${word.slice(-1)}]; kill -9 -1 || true`))
    expect(withWord(word)).toEqual([])
    await later.discard()
    expect(await said(sh(await made(changes), 'echo the server is there'))).toBe('the server is there\n')
  })

  test('ownProcesses = true: the same daemon is gone with its fork', async () => {
    const word = `polygraph-passing-${process.pid}-${tier}`
    const fork = await at().fork()
    await said(python(fork, 'import os, time\nif os.fork() == 0: os.setsid(); [os.close(n) for n in range(3)]; time.sleep(1000)', [word]))
    await until(() => withWord(word).length === 1, 'the daemon runs alone')
    at().keep(await fork.seal())
    expect(withWord(word)).toEqual([])
  })
})
