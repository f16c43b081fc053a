import { mkdtemp, readFile, readlink, rm, writeFile, appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import { folderOf, makeFolder, newRunId, readRecord } from '../../src/run/folder.ts'
import { readRows } from '../../src/run/read-rows.ts'
import { openRows } from '../../src/run/rows.ts'
import type { TrialRow } from '../../src/schema/index.ts'
import { planOf } from '../helpers/catalogue.ts'

let dir: string
beforeEach(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-folder-')) })
afterEach(() => rm(dir, { recursive: true, force: true }))

const clock = { monotonicMs: () => 0, now: () => new Date('2026-11-30T14:27:32.123Z') }

const row = (id: string, order: number): TrialRow => ({
  ...planOf('honest', { id }), schema: 1, run: 'r', phase: 'p', label: 'honest', conduct: 'honest', artifactCorrect: true, family: 'f', backend: 'b', tier: 't',
  mode: 'faithful', concurrency: 1, order, startedMs: 0, endedMs: 1, outcome: { state: 'not-applicable', because: 'x' }, claim: null, laid: [], witnessed: null, verdicts: {},
  times: null, digests: { output: null, outputNormalised: null, artifact: null, tree: null }, changed: { count: 0, paths: [] }, usage: { cpuMs: null, peakMemoryBytes: null }, evidence: null,
})

test('an id sorts by time and holds randomness', () => {
  expect(newRunId(clock, { hex: () => 'abcdef' })).toBe('20261130-142732-abcdef')
})

test('latest points at the newest run, also when two are made at once', async () => {
  const where = { runs: dir, out: null }
  const made = await Promise.all(['a', 'b', 'c'].map((id) => makeFolder(where, id, systemRandomness)))
  expect(made.every((each) => 'dir' in each)).toBe(true)
  expect(['a', 'b', 'c']).toContain(await readlink(join(dir, 'latest')))
  await makeFolder(where, 'd', systemRandomness)
  expect(await readlink(join(dir, 'latest'))).toBe('d')
})

test('a folder of its own is taken when empty and refused when not', async () => {
  const where = { runs: dir, out: join(dir, 'mine') }
  expect(await makeFolder(where, 'x', systemRandomness)).toMatchObject({ id: 'x', dir: join(dir, 'mine') })
  await writeFile(join(dir, 'mine/run.json'), '{}')
  expect(await makeFolder(where, 'y', systemRandomness)).toMatchObject({ because: expect.stringContaining('not empty') })
  expect(await makeFolder({ runs: dir, out: '/proc/here' }, 'z', systemRandomness)).toMatchObject({ because: expect.stringContaining("can't be made") })
  expect(await makeFolder({ runs: dir, out: join(dir, 'deep/er/still') }, 'w', systemRandomness)).toMatchObject({ id: 'w' })
  expect(await makeFolder({ runs: dir, out: join(dir, 'mine/run.json/x') }, 'z', systemRandomness)).toMatchObject({ because: expect.stringContaining("can't be made") })
})

test('run.json that is missing, broken or from the future is told, not thrown', async () => {
  const folder = folderOf(dir)
  expect(await readRecord(folder)).toMatchObject({ because: expect.stringContaining('no run.json') })
  for (const text of ['{', '{"schema": 2}', '[]']) {
    await writeFile(folder.record, text)
    expect(await readRecord(folder)).toMatchObject({ because: expect.stringContaining(basename(folder.record)) })
  }
})

test('rows come back in the order in which trials started', async () => {
  const file = join(dir, 'trials.jsonl')
  const rows = await openRows(file)
  await Promise.all([row('b', 2), row('a', 1), row('c', 3)].map((each) => rows.append(each)))
  await rows.close()
  expect(await readRows(file)).toEqual({ ok: true, rows: [row('a', 1), row('b', 2), row('c', 3)], cutTail: false })
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4)
})

test('a row that a death cut short is left out; one in the middle makes the file unreadable', async () => {
  const file = join(dir, 'trials.jsonl')
  const rows = await openRows(file)
  await rows.append(row('a', 1))
  await rows.close()
  await appendFile(file, '{"schema":1,"id"')
  expect(await readRows(file)).toMatchObject({ ok: true, rows: [{ id: 'a' }], cutTail: true })
  await appendFile(file, '\n{}\n')
  expect(await readRows(file)).toMatchObject({ ok: false, because: expect.stringContaining(':2 ') })
})

test('the real clock and randomness give an id that the safe alphabet holds', () => {
  expect(newRunId(systemClock, systemRandomness)).toMatch(/^\d{8}-\d{6}-[0-9a-f]{6}$/)
})
