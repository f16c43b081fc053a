import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startOf } from '../../src/backends/process.ts'
import { lockRun } from '../../src/run/lock.ts'
import { ROOT } from '../house/files.ts'

let dir: string
beforeEach(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-lock-')) })
afterEach(() => rm(dir, { recursive: true, force: true }))

const own = `lock-${process.pid}-${startOf(process.pid)}`

test('is taken once, and leaves nothing when it is let go', async () => {
  const lock = await lockRun(dir)
  expect(await readdir(dir)).toEqual([own])
  expect(await lockRun(dir)).toEqual({ held: false, pid: process.pid })
  if (lock.held) await lock.release()
  expect(await readdir(dir)).toEqual([])
  expect(await lockRun(dir)).toMatchObject({ held: true })
})

test.each([
  ['a pid that nobody has', 'lock-4190001-5'],
  ['a pid that went to another process since', `lock-${process.ppid}-1`],
])('of a dead process (%s) is taken over', async (_, name) => {
  await writeFile(join(dir, name), '')
  expect(await lockRun(dir)).toMatchObject({ held: true })
  expect(await readdir(dir)).toEqual([own])
})

test('of a living process is respected, and told', async () => {
  await writeFile(join(dir, `lock-${process.ppid}-${startOf(process.ppid)}`), '')
  expect(await lockRun(dir)).toEqual({ held: false, pid: process.ppid })
  expect(await readdir(dir)).toEqual([`lock-${process.ppid}-${startOf(process.ppid)}`])
})

test('names that only look like one are left alone, and a link that has the name of a dead one is not followed', async () => {
  await writeFile(join(dir, 'kept'), 'kept')
  for (const name of ['lock', 'lock-1', 'lock-1-2-3', 'lock-a-b']) await writeFile(join(dir, name), '')
  await symlink(join(dir, 'kept'), join(dir, 'lock-4190001-7'))
  expect(await lockRun(dir)).toMatchObject({ held: true })
  expect((await readdir(dir)).toSorted()).toEqual(['kept', 'lock', 'lock-1', 'lock-1-2-3', 'lock-a-b', own].toSorted())
})

test('of several processes that ask at once exactly one gets it', async () => {
  await writeFile(join(dir, 'lock-4190001-7'), '')
  const program = `const { lockRun } = await import(${JSON.stringify(join(ROOT, 'src/run/lock.ts'))}); console.log((await lockRun(process.argv[1])).held); process.stdin.resume()`
  const children = Array.from({ length: 4 }, () => spawn(process.execPath, ['--input-type=module', '-e', program, dir], { stdio: ['pipe', 'pipe', 'inherit'] }))
  const said = await Promise.all(children.map((child) => new Promise<string>((resolve) => { child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim())) })))
  for (const child of children) child.stdin.end()
  expect(said.toSorted()).toEqual(['false', 'false', 'false', 'true'])
})
