import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RowFacts, RunRecord, TrialRow } from '../schema/index.ts'
import { compose } from './compose.ts'
import { controlsCsv, findingsCsv, tableCsv, trialsCsv } from './csv.ts'
import { drawFigures } from './figures.ts'
import { MOST_TRIALS } from './html-run.ts'
import { page } from './html.ts'
import { summary } from './summary.ts'

/** Folders of a run that hold nothing but what this file writes, and the ending of it. */
const OWN: readonly (readonly [folder: string, ending: string])[] = [['tables', '.csv'], ['figures', '.svg']]

/**
 * What a report is made of. `rows` may be the facts of rows alone; `whole` then gives each as it stands in trials.jsonl, of which a
 * few are held at a time.
 */
export type Source =
  | { readonly record: RunRecord; readonly rows: readonly TrialRow[] }
  | { readonly record: RunRecord; readonly rows: readonly RowFacts[]; readonly whole: (row: RowFacts) => Promise<TrialRow> }

/**
 * Makes findings.json, tables/, figures/, report.html and summary.md of a run folder again from its record and rows alone.
 * Gives the paths written, relative to `dir`, in order. The same record and rows give the same bytes, whatever the order
 * of the rows; each file is whole or not there. Tables and figures of an earlier report that this one has not are removed.
 * `onFile` is called before each file.
 */
export async function writeReport(dir: string, source: Source, onFile: () => void | Promise<void> = () => {}): Promise<readonly string[]> {
  const files = await reportFiles(source)
  for (const [path, content] of files) {
    await onFile()
    await writeWhole(join(dir, path), content())
  }
  for (const [folder, ending] of OWN) {
    for (const name of await readdir(join(dir, folder)).catch(() => [])) {
      if (name.endsWith(ending) && !files.has(`${folder}/${name}`)) await rm(join(dir, folder, name))
    }
  }
  return [...files.keys()]
}

type Content = string | Iterable<string> | AsyncIterable<string>

/** The files of a report by path, each made when it is asked for. */
async function reportFiles(source: Source): Promise<ReadonlyMap<string, () => Content>> {
  const whole = 'whole' in source ? source.whole : async (row: RowFacts) => row as TrialRow
  const report = compose(source.record, source.rows)
  const figures = await drawFigures(report)
  const listed = await Promise.all(report.rows.slice(0, MOST_TRIALS).map(whole))
  return new Map<string, () => Content>([
    ['findings.json', () => `${JSON.stringify(report.findings, null, 2)}\n`],
    ['tables/findings.csv', () => findingsCsv(report.findings)],
    ['tables/controls.csv', () => controlsCsv(report.controls)],
    ['tables/trials.csv', () => trialsCsv(report.rows, whole)],
    ...report.experiments.flatMap(({ analysis }) => analysis.tables.map((table): [string, () => Content] => [`tables/${table.id}.csv`, () => tableCsv(table)])),
    ...figures.map(({ id, svg }): [string, () => Content] => [`figures/${id}.svg`, () => svg]),
    ['summary.md', () => summary(report, figures)],
    ['report.html', () => page(report, figures, listed)],
  ])
}

/** Writes beside the file and renames, so that a reader never meets half a file. */
async function writeWhole(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}
