import { chmodSync, linkSync, lutimesSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { digestTree } from '../../../src/backends/rootfs/digest.ts'
import { normalise, TREE_TIME } from '../../../src/backends/rootfs/normalise.ts'

const scratch = mkdtempSync(join(tmpdir(), 'polygraph-digest-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

interface Entry {
  path: string
  content: string
  mode: number
}

let made = 0
function tree(entries: readonly Entry[]): string {
  const dir = join(scratch, String((made += 1)))
  mkdirSync(dir, { mode: 0o755 })
  for (const { path, content, mode } of entries) {
    writeFileSync(join(dir, path), content)
    chmodSync(join(dir, path), mode)
  }
  return dir
}

const entries = fc.uniqueArray(
  fc.record({
    path: fc.stringMatching(/^[a-z\u00e9\uff5e\u{1f600}]{1,6}$/u),
    content: fc.string({ maxLength: 20 }),
    mode: fc.constantFrom(0o644, 0o755, 0o600),
  }),
  { selector: (entry) => entry.path, maxLength: 6 },
)

describe('the digest of a tree', () => {
  test('is the same in whatever order and at whatever time the files were made', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const later = tree(list.toReversed())
        for (const { path } of list) utimesSync(join(later, path), 1, 1)
        expect(digestTree(later)).toEqual(digestTree(tree(list)))
      }),
      { numRuns: 40 },
    )
  })

  test('differs for trees that differ in a name, a mode or content', () => {
    fc.assert(
      fc.property(entries, entries, (one, other) => {
        const canonical = (list: readonly Entry[]): string => JSON.stringify([...list].sort((a, b) => (a.path < b.path ? -1 : 1)))
        fc.pre(canonical(one) !== canonical(other))
        expect(digestTree(tree(one)).digest).not.toBe(digestTree(tree(other)).digest)
      }),
      { numRuns: 40 },
    )
  })

  test('tells a link from a file with the same bytes, and one link target from another', () => {
    const digests = ['file', 'a', 'b'].map((kind) => {
      const dir = tree([])
      if (kind === 'file') writeFileSync(join(dir, 'x'), 'a')
      else symlinkSync(kind, join(dir, 'x'))
      return digestTree(dir).digest
    })
    expect(new Set(digests).size).toBe(3)
  })

  test('does not tell a hard link from a copy', () => {
    const copied = tree([{ path: 'a', content: 'x', mode: 0o644 }, { path: 'b', content: 'x', mode: 0o644 }])
    const linked = tree([{ path: 'a', content: 'x', mode: 0o644 }])
    linkSync(join(linked, 'a'), join(linked, 'b'))
    expect(digestTree(linked).digest).toBe(digestTree(copied).digest)
  })

  test('reads names that are no UTF-8', () => {
    const one = tree([])
    const other = tree([])
    writeFileSync(Buffer.concat([Buffer.from(`${one}/`), Buffer.from([0xff])]), '')
    writeFileSync(Buffer.concat([Buffer.from(`${other}/`), Buffer.from([0xfe])]), '')
    expect(digestTree(one).entries).toBe(2)
    expect(digestTree(one).digest).not.toBe(digestTree(other).digest)
  })

  test('refuses a FIFO instead of waiting for it', () => {
    const dir = tree([])
    execFileSync('mkfifo', [join(dir, 'pipe')])
    expect(() => digestTree(dir)).toThrow(/pipe is neither a file, a folder nor a link/)
  })
})

describe('a normalised tree', () => {
  test('has one time, no special bits, and the same digest for every umask', () => {
    const digests = [0o022, 0o077].map((umask) => {
      const before = process.umask(umask)
      try {
        const dir = tree([])
        mkdirSync(join(dir, 'root'))
        mkdirSync(join(dir, 'tmp'))
        chmodSync(join(dir, 'tmp'), 0o1777)
        writeFileSync(join(dir, 'program'), '')
        chmodSync(join(dir, 'program'), umask === 0o077 ? 0o4700 : 0o4755)
        writeFileSync(join(dir, 'data'), '')
        symlinkSync('nowhere', join(dir, 'link'))
        lutimesSync(join(dir, 'link'), 5, 5)
        normalise(dir)
        const listing = execFileSync('find', [dir, '-printf', '%P %m %T@\n'], { encoding: 'utf8' })
        expect(listing.split('\n').filter((line) => line !== '').map((line) => line.replace(/\.0+$/, '')).sort()).toEqual(
          [` 755 ${TREE_TIME}`, `data 644 ${TREE_TIME}`, `link 777 ${TREE_TIME}`, `program 755 ${TREE_TIME}`, `root 700 ${TREE_TIME}`, `tmp 1777 ${TREE_TIME}`],
        )
        return digestTree(dir).digest
      } finally {
        process.umask(before)
      }
    })
    expect(digests[0]).toBe(digests[1])
  })
})
