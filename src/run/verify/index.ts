import { join } from 'node:path'
import { readSmall } from '../../evidence/index.ts'
import { RunRecord } from '../../schema/index.ts'
import type { Outside } from './chain.ts'
import { checkChain } from './chain.ts'
import { readJson } from './json.ts'
import type { Checked, Problem } from './problems.ts'
import { nothingChecked, Problems } from './problems.ts'
import { checkReport } from './report.ts'
import { checkRows } from './rows.ts'
import { checkSums } from './sums.ts'

export type { Outside } from './chain.ts'
export type { Checked, Kind, Problem } from './problems.ts'

/** What came of checking a run. `problems` are the first of `count`. */
export interface Verified { readonly run: string | null; readonly holds: boolean; readonly count: number; readonly problems: readonly Problem[]; readonly checked: Checked }

/**
 * Recomputes all that a run claims of itself: sums, seal, ledger and what vouches for it, each row against its evidence, and
 * the report from the rows. Everything in the folder is hostile input. Rows are read one at a time; the report alone needs
 * all of them at once.
 */
export async function verifyRun(dir: string, outside: Outside): Promise<Verified> {
  const problems = new Problems()
  const checked = nothingChecked()
  await checkSums(dir, problems, checked)
  const record = await readRecord(dir, problems)
  await checkChain(dir, record?.id ?? null, outside, problems, checked)
  const readable = await checkRows(dir, record, problems, checked)
  if (record !== null && readable) {
    await checkReport(dir, record, problems, checked).catch((thrown: unknown) => {
      problems.tell('malformed', 'trials.jsonl', `no report can be made from it: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    })
  }
  return { run: record?.id ?? null, holds: problems.count === 0, count: problems.count, problems: problems.listed, checked }
}

async function readRecord(dir: string, problems: Problems): Promise<RunRecord | null> {
  const read = await readSmall(join(dir, 'run.json'), 1 << 20)
  const parsed = 'because' in read ? { kind: 'removed' as const, what: read.because } : readJson(read.bytes.toString('utf8'), RunRecord)
  if (!('kind' in parsed)) return parsed.value
  problems.tell(parsed.kind, 'run.json', parsed.what)
  return null
}
