import { afterAll, describe, expect, test } from 'vitest'
import { advice } from '../../../src/backends/namespaces/readiness.ts'
import { createNamespacesBackend } from '../../../src/backends/namespaces/index.ts'
import { BackendUnavailable } from '../../../src/contract/index.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { err, file, out, said, sh } from './kit/run.ts'
import { ENVIRONMENT } from './kit/environment.ts'

inEachTier('readiness', (tier) => {
  const at = bench(tier)

  test('names the tier, what is promised, and why what is not met is not', async () => {
    const readiness = await at().backend.readiness()
    if (!readiness.ready) throw new Error(readiness.because)
    expect(readiness.tier).toBe(tier)
    expect(readiness.promises).toMatchObject({
      ownMounts: true, ownProcesses: true, ownNetwork: true, ownIpc: true, ownHostname: true, rootOfFork: true, noNewPrivileges: true, systemCallFilter: true,
      privateTmp: true, diskLimit: true, killsAll: true, ownKernel: false, distinctUsers: tier !== 'one-uid',
    })
    const { memoryLimit, processLimit } = readiness.promises
    expect([memoryLimit === 'fork' || memoryLimit === 'process', processLimit === 'fork' || processLimit === 'user']).toEqual([true, true])
    const unmet = readiness.notMet.map(({ promise }) => promise)
    expect(unmet.includes('distinctUsers')).toBe(tier === 'one-uid')
    expect(unmet.includes('memoryLimit')).toBe(memoryLimit !== 'fork')
    for (const { because } of readiness.notMet) expect(because.length).toBeGreaterThan(20)
  })

  test('what a policy requires and this machine does not keep is refused by name', async () => {
    await expect(at().backend.prepare(ENVIRONMENT, [], { requires: ['ownKernel', 'ownNetwork'] })).rejects.toMatchObject({
      during: 'prepare', message: expect.stringMatching(/requires ownKernel, which/) as string,
    })
    const asked = at().backend.prepare(ENVIRONMENT, [], { requires: ['distinctUsers'] })
    if (tier === 'one-uid') await expect(asked).rejects.toThrow(BackendUnavailable)
    else at().keep(await asked)
  })
})

// As an ordinary user this tier is among those above.
describe('one id for all, asked for by root of the machine', () => {
  const backend = createNamespacesBackend({ tier: 'one-uid' })
  afterAll(() => backend.close())

  const ordinary = process.getuid?.() !== 0
  test.skipIf(ordinary)(`is told as without a limit of processes, and the first process of a fork has nothing to show${ordinary ? ' (not run, because these tests do not run as root)' : ''}`, async () => {
    const readiness = await backend.readiness()
    if (!readiness.ready) throw new Error(readiness.because)
    expect(readiness.promises).toMatchObject({ ownProcesses: true, processLimit: readiness.promises.processLimit === 'fork' ? 'fork' : 'none' })
    expect(readiness.notMet.some(({ promise }) => promise === 'processLimit')).toBe(readiness.promises.processLimit === 'none')
    const fork = await (await backend.prepare(ENVIRONMENT, [])).fork()
    const look = 'ls /proc/1/fd; cd /proc/1; for each in environ maps auxv stack syscall; do cat $each 2> /dev/null; done; readlink cwd exe root ns/*; ls root cwd 2> /dev/null; ls map_files 2> /dev/null; true'
    expect(await said(sh(fork, look))).toBe('')
  })
})

describe('what to do where no fork can be made', () => {
  const settings = { apparmor: '', maxUserNamespaces: '100', root: false }
  test.each([
    ['AppArmor', { ...settings, apparmor: '1' }, 'unshare: Operation not permitted', /AppArmor.*sudo sysctl kernel\.apparmor_restrict_unprivileged_userns=0/],
    ['namespaces switched off', { ...settings, maxUserNamespaces: '0' }, 'unshare: No space left on device', /sudo sysctl user\.max_user_namespaces/],
    ['an ordinary user without', settings, 'unshare: Operation not permitted', /Run as root \(sudo\)/],
    ['root in a container', { ...settings, root: true }, 'unshare: Operation not permitted', /inside an unprivileged container/],
    ['a full folder for temporary files', { ...settings, root: true }, "ENOSPC: no space left on device, mkdir '/tmp/polygraph-0'", /set TMPDIR to a folder that can be written/],
    ['no Python', { ...settings, root: true }, 'spawn /usr/bin/python3 ENOENT', /apt-get install python3/],
  ])('%s', (_what, facts, said_, expected) => {
    const text = advice(new Error(said_), facts)
    expect(text).toMatch(expected)
    expect(text).toContain(said_)
  })
})

describe('forks on the /usr of the host', () => {
  const backend = createNamespacesBackend({ root: 'host' })
  afterAll(() => backend.close())

  test('run its programs, see nothing else of it, can not change it, and are told as what they are', async () => {
    const start = await backend.prepare(ENVIRONMENT, [file('/workspace/a', 'a')])
    const fork = await start.fork()
    expect(await said(sh(fork, 'cat a; id -u; ls /usr/bin/python3; ls -A /home/* /opt /srv /root 2>/dev/null | grep -v :; true'))).toMatch(/^a1000\n\/usr\/bin\/python3\n\s*$/)
    const done = await sh(fork, 'cat /etc/shadow; touch /usr/x; touch /etc/x; ls /root')
    expect([out(done), err(done).match(/No such file|Read-only|Permission denied/g)?.length]).toEqual(['', 3])
    expect(backend.notices?.().join()).toMatch(/the \/usr of this host/)
    expect((await backend.prepare(ENVIRONMENT, [file('/workspace/a', 'a')])).digest).toBe(start.digest)
    await expect(backend.prepare(ENVIRONMENT, [], { writable: 'root' })).rejects.toThrow(/build the environment/)
  })
})
