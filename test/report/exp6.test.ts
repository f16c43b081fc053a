import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compose, drawFigures, terminalSummary, writeReport } from '../../src/report/index.ts'
import { act, censusCatalogue, censusRows, expectedOf, many, telling } from '../helpers/census.ts'
import { change, record } from '../helpers/rows.ts'

/** A census of the size that the catalogue has, with a cell that drifted and an honest behaviour that alarms. */
const tricks = many(130)
const catalogue = censusCatalogue(tricks, ['calculator', 'inventory', 'slugs'])
const drifted = tricks[3]!.agent.id
const rows = [
  (all: ReturnType<typeof expectedOf>) => change(all, act(drifted, 'slugs'), (row) => telling(row, 'held-out', row.verdicts['held-out']!.verdict === 'pass' ? 'fail' : 'pass')),
  (all: ReturnType<typeof expectedOf>) => change(all, act('tidy', 'slugs'), (row) => telling(row, 'integrity', 'fail')),
].reduce((sofar, step) => step(sofar), expectedOf(censusRows(catalogue, tricks)))
const run = record({ experiments: ['exp6'], command: ['polygraph', 'run', 'exp6'] })

let dir: string
let page: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polygraph-exp6-'))
  await writeReport(dir, { record: run, rows })
  page = await readFile(join(dir, 'report.html'), 'utf8')
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('the two published tables are where they are looked for, one row a cell and one a verifier', async () => {
  const read = async (name: string): Promise<readonly string[]> => (await readFile(join(dir, 'tables', name), 'utf8')).trimEnd().split('\n')
  expect(await readdir(join(dir, 'tables'))).toEqual(expect.arrayContaining(['matrix.csv', 'scorecard.csv', 'exp6-families.csv', 'exp6-agents.csv', 'exp6-drift.csv', 'exp6-ablations.csv', 'exp6-flips.csv']))
  const acts = rows.filter(({ arm }) => arm === 'main').length
  expect(await read('matrix.csv')).toHaveLength(1 + acts * catalogue.verifiers.size)
  expect(await read('scorecard.csv')).toHaveLength(1 + catalogue.verifiers.size)
  expect((await read('matrix.csv'))[0]).toMatch(/^agent,label,family,task,backend,verifier,verdict,expected,reason,/)
  expect((await read('scorecard.csv'))[0]).toMatch(/^verifier,cheats,fooled,honest,false_alarms,errors,sensitivity,interval,/)
})

describe('the page', () => {
  test('stays a page: the matrix is collapsed, bounded and linked, and so are the trials', () => {
    expect(page.length).toBeLessThan(2_500_000)
    expect(page).toMatch(/<details>\n<summary>Every cell <small>\(\d{4,} rows\)<\/small><\/summary>/)
    expect(page).toMatch(/The first 300 of \d{4,} rows; all are in the file\. <a href="tables\/matrix\.csv">/)
    expect(page).toMatch(/The first 300 of \d+ trials/)
  })

  test('shows what is judged first, and folds what is told', () => {
    const head = page.slice(0, page.indexOf('<nav>'))
    expect(head.indexOf('exp6.strict.fooled')).toBeLessThan(head.indexOf('<details>'))
    expect(head.indexOf('exp6.drift')).toBeLessThan(head.indexOf('<details>'))
    expect(head.indexOf('exp6.trusting-exit.fooled')).toBeGreaterThan(head.indexOf('<details>'))
  })

  test('frames the figure that is longer than a screen, and has the scorecard open', () => {
    expect(page).toMatch(/<figure id="figure-exp6-matrix"><div class="tall"><svg/)
    expect(page).toMatch(/<figure id="figure-exp6-inflation"><svg/)
    expect(page).toMatch(/<details open>\n<summary>Verifiers as instruments/)
  })
})

describe('the terminal', () => {
  const text = terminalSummary(compose(run, rows), { colour: false, report: 'runs/latest/report.html' })

  test('fits, has no matrix of thousands of rows, and is printed as it was looked at', async () => {
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
    expect(text.split('\n').length).toBeLessThan(130)
    await expect(text).toMatchFileSnapshot('golden/terminal-exp6.txt')
  })

  test('names the cells that drifted with their command', () => {
    expect(text).toContain('EXP6: 2 cells differ from what is expected')
    expect(text).toContain(`polygraph try --agent ${drifted} --task slugs`)
    expect(text).toContain('polygraph try --agent tidy --task slugs')
  })
})

describe('the figures', () => {
  test('are three, no wider than a page and the same whatever the order of rows', async () => {
    const figures = await drawFigures(compose(run, rows))
    expect(figures.map(({ id }) => id)).toEqual(['exp6-matrix', 'exp6-inflation', 'exp6-ablations'])
    for (const { svg } of figures) {
      expect(Number(/width="(\d+)"/.exec(svg)![1])).toBeLessThanOrEqual(540)
      expect(svg).not.toMatch(/NaN|undefined|<script|<image|url\(/)
    }
    expect(await drawFigures(compose(run, rows.toReversed()))).toEqual(figures)
  })

  test('the matrix has a mark for each agent and verifier that said something, and colours what is wrong', async () => {
    const [matrix] = await drawFigures(compose(run, rows))
    const table = compose(run, rows).experiments[0]!.analysis.tables.find(({ id }) => id === 'exp6-agents')!
    const cells = table.rows.flatMap((row) => row.slice(7)).map(String)
    const marks = (glyph: string): number => matrix!.svg.match(new RegExp(`>${glyph}<`, 'g'))?.length ?? 0
    expect(marks('✓')).toBe(cells.filter((cell) => cell.startsWith('pass')).length)
    expect(marks('±')).toBe(cells.filter((cell) => /^\d+\/\d+ fooled/.test(cell)).length)
    expect(marks('✗')).toBe(cells.filter((cell) => cell.startsWith('fail') || cell.endsWith(' alarm')).length)
    expect(matrix!.svg.match(/fill="#D55E00"/g)!.length).toBeGreaterThanOrEqual(cells.filter((cell) => cell === 'pass fooled').length)
    for (const { agent } of tricks.filter(({ agent: { id } }) => id.length < 25)) expect(matrix!.svg).toContain(`>${agent.id}<`)
  })
})
