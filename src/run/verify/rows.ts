import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOfLine } from '../../evidence/index.ts'
import type { RunRecord } from '../../schema/index.ts'
import { hasError, TrialRow } from '../../schema/index.ts'
import { rowLines } from './lines.ts'
import type { Checked, Problems } from './problems.ts'
import { checkTrial } from './trial.ts'

const FILE = 'trials.jsonl'

/** Whether a report can be made from the rows, and the digests of evidence that they name. */
export interface Looked { readonly readable: boolean; readonly evidence: ReadonlySet<string> }

/** Every row against its evidence, one at a time; and that no row and no evidence stands without the other. */
export async function checkRows(dir: string, record: RunRecord | null, problems: Problems, checked: Checked): Promise<Looked> {
  let readable = true
  const ids = new Set<string>()
  const evidence = new Set<string>()
  const orders = new Set<number>()
  let errors = 0
  for await (const line of rowLines(dir, FILE, TrialRow, problems, false)) {
    if (line.state === 'unreadable') {
      readable = false
      continue
    }
    const { where, text, value: row, raw } = line
    checked.trials += 1
    if (ids.has(row.id)) problems.tell('added', where, `is a second row of trial ${row.id}`)
    if (orders.has(row.order)) problems.tell('mismatch', where, `has the same place in the order of trials as another row`)
    ids.add(row.id)
    orders.add(row.order)
    errors += Number(hasError(row))
    if (record !== null && row.run !== record.id) problems.tell('swapped', where, `is a row of run ${row.run}`)
    const digests = digestOfLine(text)
    if (digests === null || digests.evidence === null) problems.tell('mismatch', where, `names no evidence of trial ${row.id}`)
    else {
      evidence.add(digests.evidence)
      await checkTrial(dir, { file: FILE, folder: `evidence/${row.id}`, row, raw, digest: digests.row, evidence: digests.evidence }, record, problems, checked)
    }
  }
  await withoutRows(dir, 'evidence', ids, problems)
  if (record !== null) checkCounts(record, ids.size, errors, problems)
  return { readable, evidence }
}

/** Tells what lies in a folder of evidence under no name of a row. */
export async function withoutRows(dir: string, folder: string, names: ReadonlySet<string>, problems: Problems): Promise<void> {
  for (const name of await readdir(join(dir, folder), { encoding: 'latin1' as BufferEncoding }).catch(() => [])) {
    if (!names.has(name)) problems.tell('added', `${folder}/${name}`, 'is evidence of a trial that has no row')
  }
}

function checkCounts({ state, trials }: RunRecord, rows: number, errors: number, problems: Problems): void {
  // What is there of a run that has not ended is not counted yet.
  if (state === 'running') return
  if (trials.recorded !== rows) problems.tell(rows < trials.recorded ? 'cut' : 'added', FILE, `has ${rows} rows, and run.json counts ${trials.recorded}`)
  else if (trials.errors !== errors) problems.tell('mismatch', 'run.json', `counts ${trials.errors} trials with errors, and ${FILE} has ${errors}`)
  if (state === 'finished' && trials.planned !== trials.recorded) problems.tell('mismatch', 'run.json', `is finished with ${trials.recorded} of ${trials.planned} trials`)
}
