import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readSmall } from '../../evidence/index.ts'
import { RunRecord } from '../../schema/index.ts'
import { ownerOf } from '../lock.ts'
import type { Outside } from './chain.ts'
import { checkChain } from './chain.ts'
import { readJson } from './json.ts'
import type { Checked, Problem } from './problems.ts'
import { nothingChecked, Problems } from './problems.ts'
import { checkReport } from './report.ts'
import { checkRows } from './rows.ts'
import { checkSums } from './sums.ts'
import { checkSuperseded } from './superseded.ts'

export type { Outside } from './chain.ts'
export type { Checked, Kind, Problem } from './problems.ts'

/** How a run says that it ended, and how many of its planned trials have a row. */
export interface End { readonly state: RunRecord['state']; readonly recorded: number; readonly planned: number }

/** What came of checking a run. `problems` are the first of `count`; `ended` is null where run.json can't be read. */
export interface Verified { readonly run: string | null; readonly ended: End | null; readonly holds: boolean; readonly count: number; readonly problems: readonly Problem[]; readonly checked: Checked }

/**
 * Recomputes all that a run claims of itself: sums, seal, ledger and what vouches for it, each row against its evidence, those
 * that were set aside too, and the report from the rows. Everything in the folder is hostile input. Rows are read one at a
 * time; the report alone needs all of them at once.
 */
export async function verifyRun(dir: string, outside: Outside): Promise<Verified> {
  const problems = new Problems()
  const checked = nothingChecked()
  await checkSums(dir, problems, checked)
  const record = await readRecord(dir, problems)
  if (record !== null) await checkEnded(dir, record, problems)
  await checkChain(dir, record?.id ?? null, outside, problems, checked)
  const { readable, evidence } = await checkRows(dir, record, problems, checked)
  await checkSuperseded(dir, record, evidence, problems, checked)
  // A run that goes on has no report yet.
  if (record !== null && record.state !== 'running' && readable) {
    await checkReport(dir, record, problems, checked).catch((thrown: unknown) => {
      problems.tell('malformed', 'trials.jsonl', `no report can be made from it: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    })
  }
  const ended = record === null ? null : { state: record.state, recorded: checked.trials, planned: record.trials.planned }
  return { run: record?.id ?? null, ended, holds: problems.count === 0, count: problems.count, problems: problems.listed, checked }
}

/** A run that says that it goes on is written by a living process, or was killed. */
async function checkEnded(dir: string, { state, trials: { planned } }: RunRecord, problems: Problems): Promise<void> {
  if (state !== 'running') return
  const owner = (await readdir(dir)).map(ownerOf).find((pid) => pid !== null)
  const what = owner === undefined
    ? `was killed before it ended: it planned ${planned} trials, and polygraph run --resume does those that are missing`
    : `is being written by process ${owner}: wait until it ends`
  problems.tell('unfinished', 'run.json', `says that the run goes on. It ${what}`)
}

async function readRecord(dir: string, problems: Problems): Promise<RunRecord | null> {
  const read = await readSmall(join(dir, 'run.json'), 1 << 20)
  const parsed = 'because' in read ? { kind: 'removed' as const, what: read.because } : readJson(read.bytes.toString('utf8'), RunRecord)
  if (!('kind' in parsed)) return parsed.value
  problems.tell(parsed.kind, 'run.json', parsed.what)
  return null
}
