import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptOutside, attemptText, placeCanaries, wasDone, type Attempts } from './kit/canaries.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { BOUNDS, file, get, out, python, run, said, sh } from './kit/run.ts'

const canaries = await placeCanaries()
const outside = attemptOutside(canaries)
afterAll(() => canaries.remove())

/** What being root of the fork is for; none of it reaches beyond. The rest of the list stays refused. */
const GRANTED = /^(write-in-|change-account-list|has-capabilities|become-root|choose-groups)/

inEachTier('a fork whose root is writable', (tier) => {
  const at = bench(tier, [file('/workspace/a', 'a'), file('/opt/tool', 'tool', 0o755, 'root')], { writable: 'root' })
  const root = { user: 'root' } as const

  describe('to its root', () => {
    let inside: Attempts = {}
    beforeAll(async () => {
      inside = JSON.parse(await said(python(await at().start.fork(), attemptText(), [JSON.stringify({ ...canaries.facts, first: 1, bare: false })], { wallSeconds: 60, ...root }))) as Attempts
    })
    for (const [name, answer] of Object.entries(outside)) {
      if (!GRANTED.test(name)) test(wasDone(answer) ? `refuses ${name}` : `refuses ${name} (not counted: it was not done outside either)`, () => expect(inside[name]).toMatch(/^refused: /))
    }

    test('is root, with the few rights that concern files and processes of the fork', async () => {
      const fork = await at().fork()
      expect(await said(sh(fork, 'id -u; id -g', root))).toBe('0\n0\n')
      const capabilities = await said(run(fork, ['grep', '-E', 'Cap(Prm|Eff|Bnd|Amb)|NoNewPrivs|^Seccomp:', '/proc/self/status'], root))
      expect(capabilities).toBe('CapPrm:\t00000000000000fb\nCapEff:\t00000000000000fb\nCapBnd:\t00000000000000fb\nCapAmb:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n')
      expect(await said(sh(fork, 'cat /proc/self/uid_map'))).toMatch(tier === 'root' ? /^ +0 +1879048192 +65536$/m : /./)
    })

    test('allows what an administrator does to a machine', async () => {
      const fork = await at().fork()
      const script = `
        set -e
        echo "127.0.0.1 example.invalid" >> /etc/hosts
        printf '#!/bin/sh\\necho mine\\n' > /usr/local/bin/mine; chmod 755 /usr/local/bin/mine
        sed -i 's/^agent:.*bash$/&/; $ a added:x:1100:1100::/:/bin/sh' /etc/passwd
        rm /usr/bin/mawk; mkdir -p /srv/data; touch /srv/data/f /root/f
        mv /etc/timezone /etc/timezone.old
        ln -s /etc/hosts /etc/linked`
      await said(sh(fork, script, root))
      expect(await said(sh(fork, 'mine; tail -n 1 /etc/hosts /etc/passwd; ls /usr/bin/mawk 2>&1 | tail -n 1; ls /etc/linked /srv/data'))).toContain('mine\n')
      const sealed = at().keep(await fork.seal())
      const { changes, complete } = await sealed.changes(BOUNDS)
      expect(complete).toBe(true)
      expect(changes.map(({ change, path }) => `${change} ${path}`)).toEqual([
        'changed /etc/hosts', 'added /etc/linked', 'changed /etc/passwd', 'deleted /etc/timezone', 'added /etc/timezone.old', 'added /root/f', 'added /srv/data', 'added /srv/data/f',
        'deleted /usr/bin/mawk', 'added /usr/local/bin/mine'])
      // The verifier in a fork of that state has them; one in a pristine fork has not.
      const verifying = at().keep(await sealed.fork())
      expect(await said(sh(verifying, 'PATH=$PATH:/usr/local/bin; mine; tail -n 1 /etc/passwd; test ! -e /usr/bin/mawk && echo gone', { user: 'verifier' }))).toBe('mine\nadded:x:1100:1100::/:/bin/sh\ngone\n')
      const pristine = await at().fork()
      expect(await said(sh(pristine, 'ls /usr/local/bin; tail -n 1 /etc/passwd; ls /usr/bin/mawk', { user: 'verifier' }))).not.toMatch(/mine|added/)
    })

    test.skipIf(tier === 'one-uid')(`gives files to other users and acts as them${tier === 'one-uid' ? ' (not run, because this tier has one user)' : ''}`, async () => {
      const fork = await at().fork()
      const script = 'touch f; chown 1001:1001 f; chmod 600 f; mkdir d; chown 1000 d; stat -c %u:%g f d; setpriv --reuid 1001 --regid 1001 --clear-groups id -u; cat f'
      expect(await said(sh(fork, script, root))).toBe('1001:1001\n1000:0\n1001\n')
      expect((await sh(fork, 'cat f')).exitCode).toBe(1)
      expect(out(await sh(fork, 'chown 70000 f; chown 1879048192 f; stat -c %u f', root))).toBe('1001\n')
      const { changes } = await at().keep(await fork.seal()).changes(BOUNDS)
      expect(changes.map(({ path, owner, group }) => [path, owner, group])).toEqual([['/workspace/d', 1000, 0], ['/workspace/f', 1001, 1001]])
    })

    test.skipIf(tier === 'one-uid')(`is not granted to the agent and the verifier${tier === 'one-uid' ? ' (not run, because this tier has one user)' : ''}`, async () => {
      const fork = await at().fork()
      for (const user of ['agent', 'verifier'] as const) {
        const done = await sh(fork, 'id -u; grep CapEff /proc/self/status; echo x >> /etc/hosts; chown 0 a; touch /usr/x', { user })
        expect(out(done)).toBe(`${user === 'agent' ? 1000 : 1001}\nCapEff:\t0000000000000000\n`)
        expect(done.exitCode).not.toBe(0)
      }
    })

    test('its modules are not those that the server runs by the way', async () => {
      const fork = await at().fork()
      await said(python(fork, `
        import glob, shutil
        for path in glob.glob("/usr/lib/python3*/__pycache__"): shutil.rmtree(path)
        for path in glob.glob("/usr/lib/python3*/**/*.py", recursive=True):
            with open(path, "r+") as handle:
                text = handle.read(); handle.seek(0)
                if "from __future__" not in text: handle.write('open("/tmp/imported", "a").write(__name__ + chr(10))\\n' + text)`, [], root))
      await run(fork, ['/bin/true'])
      await fork.put([file('/workspace/b', 'b')])
      await get(fork, '/workspace/b')
      await run(fork, ['no-such-program'])
      expect(await said(sh(fork, 'cat /tmp/imported 2>/dev/null || echo nothing'))).toBe('nothing\n')
      // Python in the fork does run them: so they would have told.
      await run(fork, ['python3', '-c', 'import base64, warnings'])
      expect(await said(sh(fork, 'test -s /tmp/imported && echo told'))).toBe('told\n')
    })

    test('can end the first process of its fork at most, and then the fork is told as gone', async () => {
      const fork = await at().fork()
      await python(fork, `
        import os, resource
        try: os.setresuid(1002, 1002, 1002)
        except OSError: pass
        for n in range(1, 65):
            try: os.kill(1, n)
            except OSError: pass
        try: resource.prlimit(1, resource.RLIMIT_CPU, (0, 0))
        except (OSError, PermissionError): pass`, [], root)
      const next = await sh(fork, 'echo here').then((done) => done.exitCode, (error: Error) => error.name)
      expect([0, 'BackendUnavailable']).toContain(next)
      expect(await said(sh(await at().fork(), 'echo others'))).toBe('others\n')
      at().keep(await fork.seal())
    })
  })
})

inEachTier('a fork whose home and workspace alone are writable', (tier) => {
  const at = bench(tier)

  test('has no root: a command as one is refused as unavailable, and not run', async () => {
    const fork = await at().fork()
    await expect(sh(fork, 'touch left', { user: 'root' })).rejects.toMatchObject({ name: 'BackendUnavailable', during: 'exec', message: expect.stringMatching(/grants no root/) as string })
    expect(await said(sh(fork, 'ls -A'))).toBe('')
  })
})
