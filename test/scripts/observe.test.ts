import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { observe, pathOutside } from '../../scripts/setup/facts.mjs'
import { sameInstall } from '../../scripts/setup/install.mjs'
import { needsForks } from '../../scripts/setup/needs.mjs'
import { host, type Made } from './facts.ts'
import { scratch } from './scratch.ts'

const PROVIDED = [
  '/usr/bin/apt-get', '/usr/bin/python3', '/usr/bin/unshare', '/usr/bin/dpkg-deb', '/usr/bin/tar', '/usr/bin/gpgv',
  '/usr/bin/newuidmap', '/usr/bin/ssh-keygen', '/usr/share/keyrings/debian-archive-keyring.gpg', '/usr/bin/npm',
]
const withOnly = (files: string[], more: Made = {}): Made => ({ ...more, files: { ...Object.fromEntries(files.map((file) => [file, ''])), ...more.files } })
const without = (...absent: string[]) => PROVIDED.filter((file) => !absent.includes(file))
const look = (made: Made, goal = 'reproduce', args: string[] = []) => observe(host(made), '/checkout', goal, args)
const names = (facts: { missing: { package: string }[] }) => facts.missing.map((row) => row.package)

describe('packages', () => {
  test('none is missing where every file is there', () => {
    expect(names(look(withOnly(PROVIDED)))).toEqual([])
  })

  test("a python3 elsewhere on PATH is not Debian's", () => {
    const made = withOnly([...without('/usr/bin/python3'), '/home/a/.pyenv/shims/python3'], { path: '/home/a/.pyenv/shims:/usr/bin' })
    expect(names(look(made))).toEqual(['python3'])
  })

  test('users other than root want newuidmap, the benchmark and the tests want bwrap, the slow tests what other examples run on', () => {
    expect(names(look(withOnly(without('/usr/bin/newuidmap'))))).toEqual(['uidmap'])
    expect(names(look(withOnly(without('/usr/bin/newuidmap'), { uid: 0 })))).toEqual([])
    expect(names(look(withOnly(PROVIDED), 'bench'))).toEqual(['bubblewrap'])
    expect(names(look(withOnly(PROVIDED), 'test'))).toEqual(['bubblewrap'])
    expect(names(look(withOnly(PROVIDED), 'test:slow'))).toEqual(['bubblewrap', 'podman', 'runc', 'systemd-container'])
  })

  test('the tests need ssh-keygen; a run wants it where it is to be signed, and goes on without', () => {
    const made = withOnly(without('/usr/bin/ssh-keygen'))
    expect(names(look(made, 'test'))).toContain('openssh-client')
    expect(names(look(made))).toEqual([])
    expect(names(look(made, 'polygraph', ['run', 'exp0']))).toEqual([])
    for (const args of [['run', 'exp0', '--sign', 'key'], ['run', '--sign=key', 'exp0']]) {
      expect(look(made, 'polygraph', args).missing).toMatchObject([{ package: 'openssh-client', optional: true }])
    }
  })

  test('a host without apt is asked for none of the tools that unpack Debian packages', () => {
    expect(names(look(withOnly([], { uid: 0 })))).toEqual(['python3', 'util-linux'])
  })

  test('nothing of the host matters to a goal without forks', () => {
    const made = host(withOnly([]))
    expect(observe(made, '/checkout', 'check', [])).toMatchObject({ missing: [], namespaces: null, sudo: 'not needed' })
    expect(made.ran).toEqual([])
  })
})

describe('sudo', () => {
  const missing = without('/usr/bin/python3')
  test.each([
    ['root', { uid: 0 }, 'not needed'],
    ['no sudo', {}, 'none'],
    ['without a password', { sudo: 0 }, 'free'],
    ['with a password, at a terminal', { sudo: 1, terminal: true }, 'asks'],
    ['with a password, in a pipeline', { sudo: 1 }, 'none'],
  ])('%s', (_, { sudo, ...more }: { sudo?: number; uid?: number; terminal?: boolean }, expected) => {
    const files = sudo === undefined ? missing : [...missing, '/usr/bin/sudo']
    const answers = { '/usr/bin/sudo -n true': { code: sudo ?? null, said: '' } }
    expect(look(withOnly(files, { ...more, answers })).sudo).toBe(expected)
  })
})

describe('namespaces', () => {
  const refused = { code: 1, said: 'unshare: write failed /proc/self/uid_map: Operation not permitted' }

  test('are tried, not read from settings', () => {
    const made = host(withOnly(PROVIDED, { files: { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n' } }))
    expect(observe(made, '/checkout', 'test', []).namespaces).toMatchObject({ work: true, apparmorRestricts: true })
    expect(made.ran).toContain('/usr/bin/unshare -Urm true')
  })

  test('when refused come with the settings that may be why', () => {
    const files = { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n', '/proc/sys/user/max_user_namespaces': '0\n' }
    const facts = look(withOnly(PROVIDED, { files, answers: { '/usr/bin/unshare -Urm true': refused } }))
    expect(facts.namespaces).toEqual({ work: false, said: refused.said, apparmorRestricts: true, most: 0, unprivileged: null })
  })

  test('root may have them either way', () => {
    const answers = { '/usr/bin/unshare -m true': refused }
    expect(look(withOnly(PROVIDED, { uid: 0, answers })).namespaces?.work).toBe(true)
    const neither = { ...answers, '/usr/bin/unshare -Urm true': refused }
    expect(look(withOnly(PROVIDED, { uid: 0, answers: neither })).namespaces).toMatchObject({ work: false, said: `${refused.said}; ${refused.said}` })
  })
})

describe('what is asked', () => {
  test.each([
    ['reproduce', [], true],
    ['reproduce', ['--backend', 'namespaces'], true],
    ['reproduce', ['--backend', 'shared(namespaces)'], true],
    ['reproduce', ['--backend', 'tensorlake'], false],
    ['reproduce', ['--backend=command'], false],
    ['reproduce', ['--help'], false],
    ['test', [], true],
    ['check', [], false],
    ['build', [], false],
    ['polygraph', ['run', 'exp2'], true],
    ['polygraph', ['doctor'], false],
    ['polygraph', ['list', 'agents'], false],
    ['polygraph', [], false],
  ])('%s %j makes forks by namespaces: %s', (goal, args, expected) => {
    expect(needsForks(goal, args)).toBe(expected)
  })
})

describe('node_modules', () => {
  const lock = JSON.stringify({
    packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' }, 'node_modules/b': { version: '2.0.0', optional: true } },
  })
  const digest = createHash('sha256').update(lock).digest('hex')
  const there = { '/checkout/package-lock.json': lock, '/checkout/node_modules': '' }
  const record = (packages: object) => ({ '/checkout/node_modules/.package-lock.json': JSON.stringify({ packages }) })
  const state = (files: Record<string, string>) => look({ files }, 'check').install.state

  test('has a state', () => {
    expect(state({})).toBe('packaged')
    expect(state({ '/checkout/package-lock.json': lock })).toBe('missing')
    expect(state(there)).toBe('differs')
    expect(state({ ...there, '/checkout/node_modules/.polygraph-setup': `${digest}\n` })).toBe('current')
    expect(state({ ...there, '/checkout/node_modules/.polygraph-setup': 'of another lock file\n' })).toBe('differs')
    expect(state({ ...there, ...record({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } }) })).toBe('unstamped')
  })

  test.each([
    ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'x' } }],
    ['other bytes', { 'node_modules/a': { version: '1.0.0', integrity: 'y' } }],
    ['a package too few', {}],
    ['a package too many', { 'node_modules/a': { version: '1.0.0', integrity: 'x' }, 'node_modules/c': { version: '1.0.0' } }],
  ])('%s is another install', (_, packages) => {
    expect(sameInstall(lock, JSON.stringify({ packages }))).toBe(false)
  })

  test('a record that was cut off is another install', () => {
    expect(sameInstall(lock, '{"packages":')).toBe(false)
  })
})

describe('the pinned Node', () => {
  test('is looked for upwards, and counts only if it starts as the version it says it is', () => {
    const root = scratch()
    const home = join(root, 'node_modules', 'node')
    mkdirSync(join(home, 'bin'), { recursive: true })
    writeFileSync(join(home, 'package.json'), '{"version":"24.21.0"}')
    writeFileSync(join(home, 'bin', 'node'), '')
    const line = `${join(home, 'bin', 'node')} -p process.versions.node`
    const node = (code: number, said: string) => observe(host({ answers: { [line]: { code, said } } }), root, 'check', []).node.state
    expect(node(0, '24.21.0')).toBe('works')
    expect(node(0, '20.20.2')).toBe('broken')
    expect(node(127, 'not found')).toBe('broken')
    expect(observe(host({}), join(root, 'node_modules', 'node', 'bin'), 'check', []).node.path).toBe(join(home, 'bin', 'node'))
  })

  test('and its folder are left out of the PATH that npm gets', () => {
    expect(pathOutside('/checkout/node_modules/.bin:/usr/bin::/a/node_modules/.bin:/bin')).toBe('/usr/bin:/bin')
  })
})
