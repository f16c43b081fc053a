import { join } from 'node:path'
import { digestOfLine, linesOf, rowTextOf, SUPERSEDED } from '../../evidence/index.ts'
import type { RunRecord } from '../../schema/index.ts'
import { SupersededRow } from '../../schema/index.ts'
import { readJson } from './json.ts'
import type { Checked, Problems } from './problems.ts'
import { withoutRows } from './rows.ts'
import { checkTrial } from './trial.ts'

const LONGEST = 4 << 20
const FILE = 'superseded.jsonl'

/**
 * Every row that was set aside against its evidence, as those of trials.jsonl; that none is counted there as well, and that
 * there are as many as the sittings of the run say. `counted`: the evidence that rows of trials.jsonl name.
 */
export async function checkSuperseded(dir: string, record: RunRecord | null, counted: ReadonlySet<string>, problems: Problems, checked: Checked): Promise<void> {
  const names = new Set<string>()
  const said = record?.sittings.reduce((sum, { setAside }) => sum + setAside, 0) ?? 0
  for await (const line of linesOf(join(dir, FILE), LONGEST)) {
    if ('because' in line) {
      if (line.because !== 'is missing' || said > 0) problems.tell('removed', FILE, line.because)
      break
    }
    const where = `${FILE}:${line.number}`
    if (line.state === 'cut') {
      problems.tell('cut', FILE, `line ${line.number} ends without its newline`)
      continue
    }
    const text = line.bytes.toString('utf8')
    const read = line.state === 'too-long' ? { kind: 'malformed' as const, what: 'is longer than any row' } : readJson(text, SupersededRow)
    if ('kind' in read) {
      problems.tell(read.kind, where, read.what)
      continue
    }
    checked.superseded += 1
    const { row } = read.value
    if (record !== null && row.run !== record.id) problems.tell('swapped', where, `is a row of run ${row.run}`)
    const own = rowTextOf(read.value, text)
    const digests = own === null ? null : digestOfLine(own)
    if (digests === null || digests.evidence === null) {
      problems.tell('mismatch', where, `names no evidence of trial ${row.id}`)
      continue
    }
    if (names.has(digests.evidence)) problems.tell('added', where, `is a second line of one row of trial ${row.id}`)
    if (counted.has(digests.evidence)) problems.tell('added', where, `is a row of trial ${row.id} that stands in trials.jsonl as well`)
    names.add(digests.evidence)
    const raw = read.raw['row'] as Readonly<Record<string, unknown>>
    await checkTrial(dir, { file: FILE, folder: `${SUPERSEDED}/${digests.evidence}`, row, raw, digest: digests.row, evidence: digests.evidence }, record, problems, checked)
  }
  await withoutRows(dir, SUPERSEDED, names, problems)
  if (record !== null && record.state !== 'running' && said !== checked.superseded) {
    problems.tell(checked.superseded < said ? 'cut' : 'added', FILE, `has ${checked.superseded} rows, and the sittings in run.json set ${said} aside`)
  }
}
