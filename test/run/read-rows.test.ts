import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { analyseAll } from '../../src/experiments/index.ts'
import { lineOf } from '../../src/evidence/index.ts'
import { writeReport } from '../../src/report/index.ts'
import { readFacts, readRows } from '../../src/run/read-rows.ts'
import type { TrialRow } from '../../src/schema/index.ts'
import { publishedRows, record } from '../helpers/rows.ts'

let [dir, file] = ['', '']
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polygraph-read-rows-'))
  file = join(dir, 'trials.jsonl')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function read(rows: readonly TrialRow[]) {
  await writeFile(file, rows.map((row) => `${lineOf(row)}\n`).join(''))
  const facts = await readFacts(file)
  if (!facts.ok) throw new Error(facts.because)
  return facts
}

test('the facts of rows give the same report, byte for byte, as the rows themselves', async () => {
  const rows = publishedRows().map((row) => ({ ...row, verdicts: Object.fromEntries(Object.entries(row.verdicts).map(([id, verdict]) => [id, { ...verdict, evidence: { more: 'x'.repeat(100) } }])) }))
  const facts = await read(rows)
  const [one, other] = [join(dir, 'one'), join(dir, 'other')]
  const written = await writeReport(one, { record: record(), rows })
  expect(await writeReport(other, { record: record(), ...facts })).toEqual(written)
  for (const path of written) expect(await readFile(join(other, path), 'utf8'), path).toBe(await readFile(join(one, path), 'utf8'))
})

test('facts hold no text of an agent, and each row comes back whole', async () => {
  const rows = publishedRows(['exp1']).map((row, index) => ({ ...row, order: index + 1, claim: { ...row.claim!, words: `said ${index} é\u2028`, testOutput: 'y'.repeat(5000) } }))
  const facts = await read(rows.toReversed())
  expect(JSON.stringify(facts.rows)).not.toMatch(/said|yyyy/)
  expect(facts.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  for (const [index, row] of facts.rows.entries()) expect(await facts.whole(row)).toEqual(rows[index])
})

test('rows of one trial that differ in what facts leave out are still a conflict, equal ones are none', async () => {
  const rows = publishedRows(['exp1'])
  const again = (words: string): TrialRow => ({ ...rows[0]!, claim: { ...rows[0]!.claim!, words } })
  for (const [second, differs] of [[again(rows[0]!.claim!.words), false], [again('said otherwise'), true]] as const) {
    const facts = await read([...rows, second])
    const [whole, kept] = [analyseAll([...rows, second]), analyseAll(facts.rows)]
    expect(kept).toEqual(whole)
    expect(JSON.stringify(kept).includes('"conflict"')).toBe(differs)
    for (const row of facts.rows) expect((await facts.whole(row)).id).toBe(row.id)
  }
})

test('a file that changes while it is read, or is none, is told', async () => {
  const rows = publishedRows(['exp1'])
  const facts = await read(rows)
  await writeFile(file, 'x')
  await expect(facts.whole(facts.rows[0]!)).rejects.toThrow('was changed while it was read')
  expect(await readFacts(file)).toMatchObject({ ok: true, rows: [], cutTail: true })
  for (const text of ['{}\n', `${'x'.repeat(5 << 20)}\n`]) {
    await writeFile(file, text)
    for (const reader of [readFacts, readRows]) expect(await reader(file)).toMatchObject({ ok: false, because: expect.stringContaining(':1 ') })
  }
})
