import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { difference, digestOf, fetch, lay, list, type Ask, type Entry } from '../../../src/backends/command/tree.ts'
import { BackendUnavailable } from '../../../src/contract/index.ts'

const entry = (path: string, over: Partial<Entry> = {}): Entry => ({ path, type: 'file', mode: 0o644, owner: 1000, group: 1000, size: 0, identity: '0'.repeat(64), sha256: null, target: null, xattrs: {}, ...over })
const folder = (path: string): Entry => entry(path, { type: 'directory', identity: null, mode: 0o755 })
const told = (before: readonly Entry[], after: readonly Entry[]): readonly string[] => difference(before, after).map(({ change, path }) => `${change} ${path}`)

describe('what differs', () => {
  const base = [folder('/w'), entry('/w/a'), folder('/w/d'), entry('/w/d/x')]

  test.each([
    ['nothing', base, []],
    ['a new file', [...base, entry('/w/b')], ['added /w/b']],
    ['content', base.map((each) => each.path === '/w/a' ? { ...each, identity: '1'.repeat(64) } : each), ['changed /w/a']],
    ['a mode', base.map((each) => each.path === '/w/a' ? { ...each, mode: 0o600 } : each), ['changed /w/a']],
    ['an attribute', base.map((each) => each.path === '/w/a' ? { ...each, xattrs: { 'user.x': 'eA==' } } : each), ['changed /w/a']],
    ['a digest that was told on one side alone is no difference', base.map((each) => ({ ...each, sha256: each.identity })), []],
    ['a file that is gone', base.filter(({ path }) => path !== '/w/a'), ['deleted /w/a']],
    ['a folder that is gone counts once', base.filter(({ path }) => !path.startsWith('/w/d')), ['deleted /w/d']],
    ['a folder that became a file', [folder('/w'), entry('/w/a'), entry('/w/d')], ['replaced /w/d']],
  ] as const)('%s', (_, after, expected) => {
    expect(told(base, after)).toEqual(expected)
  })

  test('is sorted by the bytes of paths, those that are not UTF-8 among them', () => {
    expect(told([], [entry('/w/\udcff'), entry('/w/é'), entry('/w/z')])).toEqual(['added /w/z', 'added /w/é', 'added /w/\udcff'])
  })

  test('a tree differs from itself in nothing, and its digest does not depend on the order it was told in', () => {
    const trees = fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }).map((name) => entry(`/w/${name.replaceAll('/', '_')}`)), { selector: ({ path }) => path })
    fc.assert(fc.property(trees, (tree) => {
      expect(difference(tree, tree)).toEqual([])
      expect(digestOf('b', difference([], tree))).toBe(digestOf('b', difference([], tree.toReversed())))
    }))
  })

  test('the digest tells any field, and the base', () => {
    const one = digestOf('b', difference([], base))
    const others = [digestOf('c', difference([], base)), ...[{ mode: 0o600 }, { owner: 0 }, { identity: '2'.repeat(64) }, { size: 1 }, { xattrs: { 'user.a': '' } }].map((over) => digestOf('b', difference([], [...base.slice(1), entry('/w', over)])))]
    expect(new Set([one, ...others]).size).toBe(others.length + 1)
  })
})

describe('a reply of the program in a fork is hostile', () => {
  const saying = (stdout: string, over: Partial<Awaited<ReturnType<Ask>>> = {}): Ask => async () => ({ exitCode: 0, stdout: Buffer.from(stdout), stderr: Buffer.from(''), truncated: false, ...over })
  const bounds = { files: 1, bytesPerFile: 10, bytes: 10 }

  test.each([
    ['no JSON', 'hello', /gave no JSON/],
    ['another shape', '{"results": [{"path": "/a", "state": "file"}]}', /does not fit/],
    ['other paths', '{"results": [{"path": "/b", "state": "missing"}]}', /other paths were read/],
    ['fewer paths', '{"results": []}', /other paths were read/],
    ['an error', '{"error": "Permission denied: x"}', /^Permission denied: x$/],
  ])('%s is the backend that failed', async (_, text, expected) => {
    const asked = fetch(saying(text), ['/a'], bounds)
    await expect(asked).rejects.toThrow(expected)
    await expect(asked).rejects.toBeInstanceOf(BackendUnavailable)
  })

  test.each([
    ['a death', { exitCode: null }],
    ['an exit code', { exitCode: 1, stderr: Buffer.from('Traceback\nOSError: no space') }],
    ['a flood', { truncated: true }],
  ])('%s as well', async (_, over) => {
    await expect(lay(saying('{}', over), [], () => [0, 0])).rejects.toBeInstanceOf(BackendUnavailable)
    await expect(list(saying('{"entries": [], "complete": true}', over), ['/w'], bounds)).rejects.toMatchObject({ during: 'changes' })
  })
})
