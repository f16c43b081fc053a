import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOf, readRecord } from '../../../src/run/index.ts'
import { doomed } from '../../helpers/child.ts'
import { fakeBackend } from '../../helpers/fake-backend.ts'
import { SMALL, SMALL_TRIALS } from '../../helpers/plans.ts'
import { resumeIn, runOn, withoutTimes } from '../../helpers/run.ts'

let temp: string
let whole: readonly object[]
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'polygraph-death-'))
  const backend = await fakeBackend()
  whole = withoutTimes((await runOn(backend, SMALL)).rows)
  await backend.close()
})
afterAll(() => rm(temp, { recursive: true, force: true }))

/** Each stage of a real run stands in test/slow/e2e/death.test.ts, one death of a double in test/run/verify/resumed.test.ts. */
test.each(['opened#1', 'act#2', 'verify#3', 'record#7', 'closing#1'])('a run that was killed at %s, and then gone on with, holds what an undisturbed one holds', async (moment) => {
  const dir = await mkdtemp(join(temp, 'run-'))
  expect(await doomed(dir, `kill@${moment}`, temp)).toBe('SIGKILL')
  expect(await readRecord(folderOf(dir))).toMatchObject({ state: 'running', endedAt: null })
  const backend = await fakeBackend()
  const { rows, record } = await resumeIn(dir, backend, SMALL)
  expect(withoutTimes(rows)).toEqual(whole)
  expect(record).toMatchObject({ state: 'finished', trials: { recorded: SMALL_TRIALS } })
  expect(record.sittings.map(({ state, endedAt }) => [state, endedAt === null])).toEqual([['killed', true], ['finished', false]])
  expect(record.sittings[0]!.recorded).toBe(record.sittings[1]!.kept + record.sittings[1]!.setAside)
  await backend.close()
})
