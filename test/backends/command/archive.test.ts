import { execaSync } from 'execa'
import * as fc from 'fast-check'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { entryOf, packed } from '../../../src/backends/command/archive.ts'

const BOUNDS = { files: 10, bytesPerFile: 1000, bytes: 1000 }
let dir: string
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'polygraph-archive-')) })
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const tarOf = (name: string): Uint8Array => execaSync('tar', ['-c', '-C', dir, '--', name], { encoding: 'buffer' }).stdout

describe('an archive', () => {
  test('holds what is laid: path, content, mode, owner', async () => {
    const made = await packed([{ path: '/workspace/a b', bytes: Buffer.from('x'), mode: 0o640, owner: 'agent' }], () => 1000)
    const { stdout } = execaSync('tar', ['-t', '-v', '--numeric-owner'], { input: made })
    expect(stdout).toMatch(/^-rw-r----- 1000\/1000\s+1 .* workspace\/a b$/)
  })

  test('what tar wrote is read: a file, and of all else the type', async () => {
    writeFileSync(join(dir, 'f'), 'text', { mode: 0o600 })
    mkdirSync(join(dir, 'd'))
    symlinkSync('/etc/passwd', join(dir, 'l'))
    execaSync('mkfifo', [join(dir, 'p')])
    expect(await entryOf('/f', tarOf('f'), BOUNDS)).toEqual({ path: '/f', state: 'file', bytes: Buffer.from('text'), mode: 0o600, links: 1 })
    expect(await entryOf('/d', tarOf('d'), BOUNDS)).toEqual({ path: '/d', state: 'not-regular', type: 'directory' })
    expect(await entryOf('/l', tarOf('l'), BOUNDS)).toEqual({ path: '/l', state: 'not-regular', type: 'link' })
    expect(await entryOf('/p', tarOf('p'), BOUNDS)).toEqual({ path: '/p', state: 'not-regular', type: 'fifo' })
  })

  test('what is larger than the bound is told with its size, whether all of it came or not', async () => {
    writeFileSync(join(dir, 'f'), Buffer.alloc(5000))
    expect(await entryOf('/f', tarOf('f'), BOUNDS)).toEqual({ path: '/f', state: 'too-large', size: 5000 })
    expect(await entryOf('/f', tarOf('f').slice(0, 700), BOUNDS)).toEqual({ path: '/f', state: 'too-large', size: 5000 })
  })

  test('what is no archive, or is cut, is nothing, and never an exception', async () => {
    writeFileSync(join(dir, 'f'), 'text')
    const whole = tarOf('f')
    await fc.assert(fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 2000 }), fc.nat(whole.length).map((cut) => whole.slice(0, cut))), async (bytes) => {
      const found = await entryOf('/f', bytes, BOUNDS)
      if (found?.state === 'file') expect(Buffer.from(found.bytes).toString()).toBe('text')
    }))
  })

  test('any content comes back as it was', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 900 }), fc.integer({ min: 0, max: 0o777 }), async (bytes, mode) => {
      expect(await entryOf('/a', await packed([{ path: '/a', bytes, mode, owner: 'agent' }], () => 1), BOUNDS)).toEqual({ path: '/a', state: 'file', bytes: Buffer.from(bytes), mode, links: 1 })
    }))
  })
})
