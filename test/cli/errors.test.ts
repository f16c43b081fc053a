import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorsOf } from '../../src/report/index.ts'
import type { TrialRow } from '../../src/schema/index.ts'
import { polygraph } from '../helpers/io.ts'
import { change, failed, publishedRows, record, says } from '../helpers/rows.ts'

let dir: string
beforeAll(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-errors-')) })
afterAll(() => rm(dir, { recursive: true, force: true }))

const rows = publishedRows(['exp2'])
const asked = { root: null, tier: null, catalogues: [], maxErrors: 0.05 }

/** A finished run of EXP2 in which that many trials ended in an error of the machine. */
async function runWith(errors: number, maxErrors = 0.05): Promise<string> {
  const run = join(dir, `run-${errors}-${maxErrors}`)
  await mkdir(run)
  const broken = rows.map((row, index) => (index >= errors ? row : index % 2 === 0 ? failed(row) : says(row, 'strict', 'E')))
  await writeFile(join(run, 'run.json'), JSON.stringify(record({ experiments: ['exp2'], asked: { ...asked, maxErrors } })))
  await writeFile(join(run, 'trials.jsonl'), broken.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return run
}

test('a run without an error ends as its findings do', async () => {
  expect(await polygraph(['report', await runWith(0)], dir)).toMatchObject({ code: 0, err: '' })
})

test('errors in no more than the share that is allowed make findings inconclusive, and the run fall short', async () => {
  const { code, err, out } = await polygraph(['report', await runWith(1, 0.2)], dir)
  expect([code, err]).toEqual([1, ''])
  expect(out).not.toContain('Not conclusive')
})

test('errors in more than that make the whole run not conclusive: exit 3, told everywhere, with what to do', async () => {
  const run = await runWith(2)
  const { code, err, out } = await polygraph(['report', run], dir)
  expect(code).toBe(3)
  expect(err).toBe('Not conclusive: 2 of 15 trials ended in an error of the machine, and no more than 5% may. To repeat those alone: polygraph run --resume run-2-0.05 --retry-errors\n')
  for (const text of [out, await readFile(join(run, 'summary.md'), 'utf8'), await readFile(join(run, 'report.html'), 'utf8')]) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain('2 of 15 trials ended in an error of the machine, and no more than 5% may')
  }
  expect(JSON.parse((await polygraph(['report', run, '--json'], dir)).out)).toMatchObject({ conclusive: false, errors: 2 })
})

test('a run of nothing but errors is never conclusive, whatever it allows', async () => {
  expect(await polygraph(['report', await runWith(15, 1)], dir)).toMatchObject({ code: 3 })
})

describe('the share of errors', () => {
  const count = (broken: readonly TrialRow[], maxErrors: number) => errorsOf({ record: record({ asked: { ...asked, maxErrors } }), rows: broken })

  test('counts a trial once, however many of its verdicts are errors, and never a fail', () => {
    fc.assert(fc.property(fc.nat(15), fc.double({ min: 0, max: 1, noNaN: true }), (errors, allowed) => {
      const ids = new Set(rows.slice(0, errors).map(({ id }) => id))
      const broken = change(rows, ({ id }) => ids.has(id), (row) => says(says(row, 'strict', 'E'), 'trusting', 'E'))
      expect(count(broken, allowed)).toEqual({ trials: errors, recorded: 15, allowed, tooMany: errors > 0 && (errors === 15 || errors / 15 > allowed) })
    }))
    expect(count(change(rows, () => true, (row) => says(row, 'strict', 'F')), 0)).toMatchObject({ trials: 0, tooMany: false })
  })

  test('of a run that recorded nothing is none', () => {
    expect(count([], 0)).toMatchObject({ trials: 0, tooMany: false })
  })
})

test.each([['1.5'], ['-1'], ['5%'], ['many'], ['']])('--max-errors %j is refused', async (share) => {
  const { code, err } = await polygraph(['run', 'exp1b', '--max-errors', share], dir)
  expect(code).toBe(2)
  expect(err).toContain('give a share from 0 to 1, such as 0.05')
})

test('--retry-errors alone says what it needs', async () => {
  expect(await polygraph(['run', 'exp1b', '--retry-errors'], dir)).toMatchObject({ code: 2, err: '--retry-errors needs the run whose errors are to be repeated: --resume RUN\n' })
})
