import { describe, expect, test } from 'vitest'
import { actions, nodeRefusal, packagesRefusal, refusal } from '../../scripts/setup/plan.mjs'
import { gpgv, python, ready, uidmap } from './facts.ts'

const barred = { ...ready.namespaces, work: false }

describe('a host that cannot make forks is told at once', () => {
  test.each([
    ['another system', { platform: 'darwin', namespaces: null }, ['needs Linux and this is darwin', '--backend']],
    ["Ubuntu's AppArmor", { namespaces: { ...barred, apparmorRestricts: true } }, ['AppArmor', 'kernel.apparmor_restrict_unprivileged_userns=0']],
    ['no user namespaces at all', { namespaces: { ...barred, most: 0 } }, ['user.max_user_namespaces is 0', 'sysctl -w user.max_user']],
    ['none for ordinary users', { namespaces: { ...barred, unprivileged: 0 } }, ['kernel.unprivileged_userns_clone=1']],
    ['a reason nobody knows', { namespaces: { ...barred, said: 'unshare failed: No space left' } }, ['No space left', 'as root']],
    ['root in a bare container', { uid: 0, namespaces: { ...barred, said: 'not permitted' } }, ['SYS_ADMIN', 'not permitted']],
  ])('%s', (_, changes, parts) => {
    const sentence = refusal({ ...ready, ...changes })
    for (const part of parts) expect(sentence).toContain(part)
    expect(sentence).not.toContain('\n')
  })

  test('but not for goals that make none', () => {
    expect(refusal({ ...ready, platform: 'darwin', forks: false, namespaces: null })).toBeNull()
  })

  test('nor before unshare is there to try', () => {
    expect(refusal({ ...ready, namespaces: { ...barred, work: null } })).toBeNull()
  })
})

describe('packages', () => {
  test('are installed as root without sudo', () => {
    const facts = { ...ready, uid: 0, missing: [python, gpgv] }
    expect(refusal(facts)).toBeNull()
    expect(actions(facts)).toEqual([
      {
        kind: 'packages',
        names: ['python3', 'gpgv'],
        sudo: false,
        line: 'installing by apt-get: python3 (the fork server runs on it), gpgv (it checks signatures)',
      },
    ])
  })

  test('are installed with sudo by others, and the line says so', () => {
    expect(actions({ ...ready, sudo: 'free', missing: [python] })[0]).toMatchObject({ sudo: true, line: expect.stringContaining('with sudo: python3') })
    expect(actions({ ...ready, sudo: 'asks', missing: [python] })[0]?.line).toContain('may ask for your password')
  })

  test('without sudo end in the command to run', () => {
    const facts = { ...ready, sudo: 'none', missing: [python, gpgv] }
    expect(refusal(facts)).toContain('apt-get update && apt-get install -y python3 gpgv')
    expect(actions(facts)).toEqual([])
  })

  test('that are missing even after apt-get are told', () => {
    expect(packagesRefusal({ ...ready, missing: [gpgv, uidmap] })).toContain('/usr/bin/gpgv is still missing')
    expect(packagesRefusal({ ...ready, missing: [uidmap] })).toBeNull()
  })

  test('without apt-get end in the files that are missing', () => {
    expect(refusal({ ...ready, uid: 0, hasApt: false, missing: [python] })).toContain('Missing: /usr/bin/python3. This host has no apt-get')
  })

  test('that only better a tier never stop anybody, nor ask for a password', () => {
    expect(refusal({ ...ready, sudo: 'none', missing: [uidmap] })).toBeNull()
    expect(actions({ ...ready, sudo: 'none', missing: [uidmap] })).toEqual([])
    expect(actions({ ...ready, sudo: 'asks', missing: [uidmap] })).toEqual([])
    expect(actions({ ...ready, sudo: 'free', missing: [uidmap] })).toHaveLength(1)
    expect(actions({ ...ready, sudo: 'asks', missing: [uidmap, python] })[0]).toMatchObject({ names: ['uidmap', 'python3'] })
  })
})

describe('node_modules', () => {
  test.each([
    ['missing', 'npm ci, because node_modules is missing'],
    ['differs', 'npm ci, because node_modules is not what package-lock.json says'],
  ])('%s: installed', (state, line) => {
    const facts = { ...ready, install: { state, digest: 'd2' }, node: { ...ready.node, state: 'missing' } }
    expect(actions(facts)).toEqual([{ kind: 'install', digest: 'd2', line }])
    expect(refusal({ ...facts, npm: null })).toContain('npm is not on PATH')
  })

  test.each(['current', 'unstamped', 'packaged'])('%s: left alone', (state) => {
    expect(actions({ ...ready, install: { state, digest: 'd1' }, npm: null })).toEqual([])
  })
})

describe('the pinned Node', () => {
  test.each(['missing', 'broken'])('%s: its install script is run', (state) => {
    expect(actions({ ...ready, node: { ...ready.node, state } })).toMatchObject([{ kind: 'node' }])
  })

  test('of an installed package is the business of whoever installed it', () => {
    const facts = { ...ready, install: { state: 'packaged', digest: null }, node: { ...ready.node, state: 'missing' } }
    expect(actions(facts)).toEqual([])
    expect(nodeRefusal(facts)).toContain('The pinned Node is missing')
  })

  test('that does not start is told with what it said', () => {
    expect(nodeRefusal({ ...ready, node: { ...ready.node, state: 'broken', said: 'ld-linux not found' } })).toContain('ld-linux not found')
    expect(nodeRefusal(ready)).toBeNull()
  })
})

test('a host on which nothing is missing gets nothing done', () => {
  expect(refusal(ready)).toBeNull()
  expect(actions(ready)).toEqual([])
})
