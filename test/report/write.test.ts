import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeReport } from '../../src/report/index.ts'
import { Finding } from '../../src/schema/index.ts'
import { publishedRows, record } from '../helpers/rows.ts'

let dir: string
beforeEach(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-report-')) })
afterEach(async () => { await rm(dir, { recursive: true, force: true }) })

async function contents(): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).toSorted()
  return Object.fromEntries(await Promise.all(files.map(async (path) => [path.slice(dir.length + 1), await readFile(path, 'utf8')] as const)))
}

test('writes what it says it writes, and nothing else', async () => {
  const written = await writeReport(dir, { record: record(), rows: publishedRows() })
  expect(Object.keys(await contents())).toEqual(written.toSorted())
  expect(written).toEqual(expect.arrayContaining(['findings.json', 'report.html', 'summary.md', 'tables/findings.csv', 'tables/controls.csv', 'tables/trials.csv', 'figures/exp1-matrix.svg']))
})

test('is byte for byte the same when repeated, whatever the order of rows, over what was there', async () => {
  await writeReport(dir, { record: record(), rows: publishedRows() })
  const first = await contents()
  await writeReport(dir, { record: record(), rows: publishedRows().toReversed() })
  expect(await contents()).toEqual(first)
})

test('removes tables and figures of an earlier report, and touches nothing else', async () => {
  await writeReport(dir, { record: record(), rows: publishedRows() })
  await writeFile(join(dir, 'trials.jsonl'), 'rows\n')
  await writeFile(join(dir, 'tables', 'notes.txt'), 'mine\n')
  const written = await writeReport(dir, { record: record({ experiments: ['exp1'] }), rows: publishedRows(['exp1']) })
  expect(Object.keys(await contents())).toEqual([...written, 'trials.jsonl', 'tables/notes.txt'].toSorted())
})

test('findings.json is an array of findings', async () => {
  await writeReport(dir, { record: record(), rows: publishedRows() })
  const findings = JSON.parse((await contents())['findings.json']!) as unknown[]
  expect(findings).toHaveLength(14)
  for (const finding of findings) Finding.parse(finding)
  expect(findings[1]).toMatchObject({ experiment: 'exp1', finding: 'exp1.trusting-cheats', value: 1, numerator: 4, denominator: 4, interval: null, published: 1, reproduced: true })
})

test('the page shows every finding, every figure inline, what the machine lacks, and a stand-in as such', async () => {
  await writeReport(dir, { record: record({ standIn: 'rows made by a test', notMet: [{ promise: 'memory limit', because: 'no cgroup' }] }), rows: publishedRows() })
  const page = (await contents())['report.html']!
  expect(page.match(/<svg/g)).toHaveLength(7)
  expect(page).toContain('Stand-in: rows made by a test')
  expect(page).toContain('memory limit')
  expect(page).toContain('11 of 11 judged findings reproduced')
  expect(page.indexOf('exp3.throughput-2')).toBeLessThan(page.indexOf('<svg'))
})

test('a run with no rows still has a report', async () => {
  await writeReport(dir, { record: record({ state: 'failed' }), rows: [] })
  expect((await contents())['summary.md']).toContain('0 of 11 judged findings reproduced')
})
