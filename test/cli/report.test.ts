import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { writeReport } from '../../src/report/index.ts'
import { folderOf, readFacts, readRecord } from '../../src/run/index.ts'
import { polygraph } from '../helpers/io.ts'
import type { SealedRun } from '../helpers/sealed.ts'
import { sealedRun } from '../helpers/sealed.ts'

let original: SealedRun
let run: SealedRun
beforeAll(async () => { original = await sealedRun(2) })
afterAll(() => original.remove())
beforeEach(async () => { run = await original.copy() })
afterEach(() => run.remove())

const PARTS = ['findings.json', 'report.html', 'summary.md', 'tables/controls.csv', 'tables/findings.csv', 'tables/trials.csv']
const bytes = (dir: string): Promise<readonly string[]> => Promise.all(PARTS.map((path) => readFile(join(dir, path), 'utf8')))
const report = (...args: readonly string[]) => polygraph(['report', run.dir, ...args], run.place)

describe('the report of a sealed run', () => {
  test('that comes out the same leaves every file as it is, and the run holds', async () => {
    const times = (): Promise<readonly number[]> => Promise.all(PARTS.map(async (path) => (await stat(join(run.dir, path))).ino))
    const before = await times()
    expect(await report()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('run-1') })
    expect(await times()).toEqual(before)
    expect(await run.verify()).toMatchObject({ holds: true })
  })

  test('puts back what was lost or changed of it', async () => {
    await rm(join(run.dir, 'tables'), { recursive: true })
    await writeFile(join(run.dir, 'summary.md'), 'other')
    expect(await run.verify()).toMatchObject({ holds: false })
    expect(await report()).toMatchObject({ code: 0 })
    expect(await run.verify()).toMatchObject({ holds: true })
  })

  test('that would come out otherwise is refused with what to do, and nothing is written', async () => {
    await run.change('SHA256SUMS', (text) => text.toString().replace(/^[0-9a-f]{64}(?= {2}(?:report\.html|tables\/trials\.csv)$)/gm, '0'.repeat(64)))
    const before = await bytes(run.dir)
    await rm(join(run.dir, 'findings.json'))
    const { code, out, err } = await report()
    expect([code, out]).toEqual([2, ''])
    expect(err).toBe('run-1 is sealed, and report.html and 1 more would not come out as sealed; nothing was written. To have the report elsewhere: polygraph report run-1 --out FOLDER\n')
    expect(await readdir(run.dir)).not.toContain('findings.json')
    await writeFile(join(run.dir, 'findings.json'), before[0]!)
    expect(await bytes(run.dir)).toEqual(before)
  })

  test('goes where it is asked to, and nowhere that holds something', async () => {
    expect(await report('--out', 'deep/elsewhere')).toMatchObject({ code: 0, out: expect.stringContaining('deep/elsewhere/report.html') })
    expect(await bytes(join(run.place, 'deep/elsewhere'))).toEqual(await bytes(run.dir))
    expect(await report('--out', 'deep/elsewhere')).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/not empty; give a folder of its own\n$/) })
    expect(await run.verify()).toMatchObject({ holds: true })
  })
})

test('the report of a run without a seal is made in place', async () => {
  for (const name of ['SHA256SUMS', 'seal.json', 'report.html']) await rm(join(run.dir, name))
  await writeFile(join(run.dir, 'summary.md'), 'other')
  expect(await report()).toMatchObject({ code: 0 })
  const [record, facts] = [await readRecord(folderOf(run.dir)), await readFacts(join(run.dir, 'trials.jsonl'))]
  if ('because' in record || !facts.ok) throw new Error('the run can not be read')
  await writeReport(join(run.place, 'again'), { record, ...facts })
  expect(await bytes(run.dir)).toEqual(await bytes(join(run.place, 'again')))
})
