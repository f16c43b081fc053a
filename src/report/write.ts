import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RunRecord, TrialRow } from '../schema/index.ts'
import { compose } from './compose.ts'
import { controlsCsv, findingsCsv, tableCsv, trialsCsv } from './csv.ts'
import { drawFigures } from './figures.ts'
import { page } from './html.ts'
import { summary } from './summary.ts'

/** Folders of a run that hold nothing but what this file writes, and the ending of it. */
const OWN: readonly (readonly [folder: string, ending: string])[] = [['tables', '.csv'], ['figures', '.svg']]

/**
 * Makes findings.json, tables/, figures/, report.html and summary.md of a run folder again from its record and rows alone.
 * Gives the paths written, relative to `dir`, in order. The same record and rows give the same bytes, whatever the order
 * of the rows; each file is whole or not there. Tables and figures of an earlier report that this one has not are removed.
 * `onFile` is called before each file.
 */
export async function writeReport(
  dir: string, { record, rows }: { readonly record: RunRecord; readonly rows: readonly TrialRow[] },
  onFile: () => void | Promise<void> = () => {},
): Promise<readonly string[]> {
  const report = compose(record, rows)
  const figures = await drawFigures(report)
  const files = new Map<string, string>([
    ['findings.json', `${JSON.stringify(report.findings, null, 2)}\n`],
    ['tables/findings.csv', findingsCsv(report.findings)],
    ['tables/controls.csv', controlsCsv(report.controls)],
    ['tables/trials.csv', trialsCsv(report.rows)],
    ...report.experiments.flatMap(({ analysis }) => analysis.tables.map((table): [string, string] => [`tables/${table.id}.csv`, tableCsv(table)])),
    ...figures.map(({ id, svg }): [string, string] => [`figures/${id}.svg`, svg]),
    ['summary.md', summary(report, figures)],
    ['report.html', page(report, figures)],
  ])
  for (const [path, text] of files) {
    await onFile()
    await writeWhole(join(dir, path), text)
  }
  for (const [folder, ending] of OWN) {
    for (const name of await readdir(join(dir, folder)).catch(() => [])) {
      if (name.endsWith(ending) && !files.has(`${folder}/${name}`)) await rm(join(dir, folder, name))
    }
  }
  return [...files.keys()]
}

/** Writes beside the file and renames, so that a reader never meets half a file. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, text)
  await rename(unfinished, path)
}
