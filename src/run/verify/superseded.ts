import { digestOfLine, rowTextOf, SUPERSEDED } from '../../evidence/index.ts'
import type { RunRecord } from '../../schema/index.ts'
import { SupersededRow } from '../../schema/index.ts'
import { rowLines } from './lines.ts'
import type { Checked, Problems } from './problems.ts'
import { withoutRows } from './rows.ts'
import { checkTrial } from './trial.ts'

const FILE = 'superseded.jsonl'

/**
 * Every row that was set aside against its evidence, as those of trials.jsonl; that none is counted there as well, and that
 * there are as many as the sittings of the run say. `counted`: the evidence that rows of trials.jsonl name.
 */
export async function checkSuperseded(dir: string, record: RunRecord | null, counted: ReadonlySet<string>, problems: Problems, checked: Checked): Promise<void> {
  const names = new Set<string>()
  const said = record?.sittings.reduce((sum, { setAside }) => sum + setAside, 0) ?? 0
  for await (const line of rowLines(dir, FILE, SupersededRow, problems, said === 0)) {
    if (line.state === 'unreadable') continue
    const { where, text, value, raw: { row: raw } } = line
    checked.superseded += 1
    const { row } = value
    if (record !== null && row.run !== record.id) problems.tell('swapped', where, `is a row of run ${row.run}`)
    const own = rowTextOf(value, text)
    const digests = own === null ? null : digestOfLine(own)
    if (digests === null || digests.evidence === null) {
      problems.tell('mismatch', where, `names no evidence of trial ${row.id}`)
      continue
    }
    if (names.has(digests.evidence)) problems.tell('added', where, `is a second line of one row of trial ${row.id}`)
    if (counted.has(digests.evidence)) problems.tell('added', where, `is a row of trial ${row.id} that stands in trials.jsonl as well`)
    names.add(digests.evidence)
    await checkTrial(dir, { file: FILE, folder: `${SUPERSEDED}/${digests.evidence}`, row, raw: raw as Readonly<Record<string, unknown>>, digest: digests.row, evidence: digests.evidence }, record, problems, checked)
  }
  await withoutRows(dir, SUPERSEDED, names, problems)
  if (record !== null && record.state !== 'running' && said !== checked.superseded) {
    problems.tell(checked.superseded < said ? 'cut' : 'added', FILE, `has ${checked.superseded} rows, and the sittings in run.json set ${said} aside`)
  }
}
