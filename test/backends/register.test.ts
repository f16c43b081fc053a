import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Leftover } from '../../src/contract/index.ts'
import { findLeftovers, removeLeftover } from '../../src/backends/namespaces/leftovers.ts'
import { register, registerDir, registeredRoots, rootName } from '../../src/backends/register.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'polygraph-register-'))
  vi.stubEnv('XDG_STATE_HOME', join(dir, 'state'))
  vi.stubEnv('TMPDIR', made('now'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

function made(...path: string[]): string {
  mkdirSync(join(dir, ...path), { recursive: true, mode: 0o700 })
  return join(dir, ...path)
}
/** A root below a TMPDIR of that name, with what a dead run left in it. */
function root(name: string): string {
  made(name, rootName(), 'forks-4190001-1-abcdef', 'forks')
  return join(dir, name, rootName())
}
function entry(content: string, name = 'a'.repeat(64)): void {
  mkdirSync(registerDir(), { recursive: true })
  writeFileSync(join(registerDir(), name), content)
}
/** Control groups of other dead runs of this machine are no matter here. */
const found = async (): Promise<readonly Leftover[]> => (await findLeftovers(join(dir, 'no-cache'))).filter(({ kind }) => kind === 'directory')
const listed = async (): Promise<readonly string[]> => (await found()).map(({ id }) => id)

test('what a dead run left below another TMPDIR is found and removed, and then nothing is', async () => {
  const then = root('then')
  await register(then)
  const [left] = await found()
  expect(left).toEqual({ kind: 'directory', id: join(then, 'forks-4190001-1-abcdef'), because: 'its run, process 4190001, is dead' })
  await removeLeftover(left!, join(dir, 'no-cache'))
  expect([await listed(), readdirSync(then)]).toEqual([[], []])
})

test('a directory that is gone is struck out when the next one is written down', async () => {
  for (const name of ['one', 'two']) await register(root(name))
  rmSync(join(dir, 'one'), { recursive: true })
  expect(registeredRoots()).toEqual([root('two')])
  await register(root('three'))
  expect(readdirSync(registerDir())).toHaveLength(2)
})

test('a state directory that can not be written stops nothing', async () => {
  vi.stubEnv('XDG_STATE_HOME', '/proc/nowhere')
  await register(root('then'))
  expect(registeredRoots()).toEqual([])
})

describe('what stands in the register is not believed', () => {
  test.each<[string, () => void]>([
    ['a relative path', () => entry(`../then/${rootName()}\n`)],
    ['a path with ..', () => entry(`${dir}/then/../then/${rootName()}\n`)],
    ['another name', () => { made('then', 'other', 'forks-4190001-1-abcdef'); entry(join(dir, 'then/other')) }],
    ['a link in its place', () => { root('real'); made('then'); symlinkSync(join(dir, 'real', rootName()), join(dir, 'then', rootName())); entry(join(dir, 'then', rootName())) }],
    ['a link on the way', () => { root('real'); symlinkSync(join(dir, 'real'), join(dir, 'then')); entry(join(dir, 'then', rootName())) }],
    ['a folder on the way that anybody may write', () => { entry(root('then')); chmodSync(join(dir, 'then'), 0o777) }],
    ['a directory that others may write', () => { const path = root('then'); chmodSync(path, 0o770); entry(path) }],
    ['an entry that is a link', () => { const path = root('then'); writeFileSync(join(dir, 'list'), path); mkdirSync(registerDir(), { recursive: true }); symlinkSync(join(dir, 'list'), join(registerDir(), 'a'.repeat(64))) }],
    ['an entry that is huge', () => entry(`${root('then')}\n${'x'.repeat(10_000)}`)],
    ['an entry of another name', () => entry(root('then'), 'places')],
    ['a file', () => { made('then'); writeFileSync(join(dir, 'then', rootName()), ''); entry(join(dir, 'then', rootName())) }],
  ])('%s', async (_, set) => {
    set()
    expect(registeredRoots()).toEqual([])
    expect(await listed()).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)('a directory of another user', async () => {
    const path = root('then')
    entry(path)
    expect(registeredRoots()).toEqual([path])
    chownSync(path, 65_534, 65_534)
    expect(await listed()).toEqual([])
  })

  test('whatever is written there: nothing outside is ever listed', async () => {
    const kept = made('kept', 'forks-4190001-1-abcdef')
    await fc.assert(fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom('/', '..', '.', 'kept', rootName(), '\n', '\0', dir)).map((parts) => parts.join('/'))), async (text) => {
      entry(text)
      expect(await listed()).toEqual([])
    }), { numRuns: 60 })
    expect(existsSync(kept)).toBe(true)
  })
})

test('a place that is swapped for a link between listing and removing is refused', async () => {
  const then = root('then')
  await register(then)
  const kept = made('kept', 'deep')
  const [left] = await found()
  renameSync(left!.id, join(dir, 'moved'))
  symlinkSync(join(dir, 'kept'), left!.id)
  await expect(removeLeftover(left!, join(dir, 'no-cache'))).rejects.toThrow('is no directory that a dead run of ours left')
  expect(existsSync(kept)).toBe(true)
})
