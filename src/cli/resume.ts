import { catalogueDigest } from '../catalogue/index.ts'
import { EXPERIMENTS } from '../experiments/index.ts'
import type { RunFolder } from '../run/index.ts'
import { catalogueNames, cataloguesOf, differsFrom, folderOf, readRecord, reopen } from '../run/index.ts'
import type { Reopened } from '../run/index.ts'
import type { RunRecord } from '../schema/index.ts'
import { systemClock } from '../contract/index.ts'
import { resolve } from 'node:path'
import type { Io } from './io.ts'
import { EXIT, Stop } from './io.ts'
import { catalogueDirs, openCatalogue } from './open.ts'
import type { RunOptions } from './options.ts'
import { findRun } from './report.ts'
import { sit } from './sit.ts'

/** What was typed beside `--resume`: an option that was given must say what the run was begun with. */
interface Typed { readonly options: RunOptions; readonly given: readonly string[]; readonly retryErrors: boolean }

/** Goes on with a run: what is missing is done, what was recorded is not done again. Gives the exit code. */
export async function resume(io: Io, name: string, typed: Typed): Promise<number> {
  const { folder, record } = await openRun(io, name)
  refuseOthers(io, folder, record, typed)
  const experiments = record.experiments.map((id) => EXPERIMENTS.get(id) ?? refuse(`it holds the experiment "${id}", which has no plan to go on with`))
  const catalogue = await openCatalogue(io, cataloguesOf(folder, record))
  const { asked, backend } = record
  const { anchor, sign, json } = typed.options
  const options = { backend, json, ...(anchor === undefined ? {} : { anchor }), ...(sign === undefined ? {} : { sign }), ...(asked.root === null ? {} : { root: asked.root }), ...(asked.tier === null ? {} : { tier: asked.tier }) }
  return sit(io, options, async () => ({
    folder,
    async prepare(by, ready) {
      const others = await differsFrom(record, { catalogue, backend: by, ready })
      if (others.length > 0) refuse(`${others.join('; ')}. Go on with what it was begun with, or start a new run`)
      // Read again, now that nobody else writes.
      const fresh = (await openRun(io, folder.dir)).record
      const reopened = await reopen(folder, fresh, { experiments, catalogue, retryErrors: typed.retryErrors, clock: systemClock })
      if ('because' in reopened) throw new Stop(EXIT.askedWrongly, reopened.because)
      const done = reopened.left === 0 && fresh.state === 'finished'
      io.err(told(fresh, reopened))
      const catalogueNow = () => catalogueDigest(catalogueDirs(io, cataloguesOf(folder, record)))
      return done ? null : { experiments, catalogue, catalogueNow, mode: fresh.mode, seed: fresh.seed, concurrency: fresh.concurrency, command: io.argv, resume: reopened }
    },
  }))
}

/** The folder and the record of a run that is named by path or by id. */
export async function openRun(io: Io, name: string): Promise<{ readonly folder: RunFolder; readonly record: RunRecord }> {
  const folder = folderOf(await findRun(io, name))
  const record = await readRecord(folder)
  if ('because' in record) throw new Stop(EXIT.askedWrongly, record.because)
  return { folder: { ...folder, id: record.id }, record }
}

function refuseOthers(io: Io, folder: RunFolder, record: RunRecord, { options, given }: Typed): void {
  const then: Readonly<Record<string, unknown>> = {
    backend: record.backend, seed: record.seed, concurrency: record.concurrency, mode: record.mode,
    root: record.asked.root, tier: record.asked.tier, maxErrors: record.asked.maxErrors, catalogue: record.asked.catalogues.join(', '),
  }
  const now: Readonly<Record<string, unknown>> = { ...options, catalogue: catalogueNames(folder, options.catalogue.map((dir) => resolve(io.cwd, dir))).join(', ') }
  const other = given.filter((name) => name in then && then[name] !== now[name])
  if (other.length > 0) refuse(other.map((name) => `${name} was ${String(then[name] || 'none')} and ${String(now[name])} is asked for`).join('; '))
  if (given.includes('out')) refuse('it goes on in its own folder; leave out --out')
}

function refuse(because: string): never {
  throw new Stop(EXIT.askedWrongly, `this run can't be resumed: ${because}`)
}

function told(record: RunRecord, { left, aside, cutTail, keep }: Reopened): string {
  const planned = record.trials.planned
  const lines = [
    ...(cutTail ? ['The last line of trials.jsonl was cut short; it is dropped.'] : []),
    ...(aside.length === 0 ? [] : [`${aside.length} ${aside.length === 1 ? 'row is' : 'rows are'} set aside in superseded.jsonl and done again: ${reasons(aside)}.`]),
    left === 0 ? `Nothing to do: all ${planned} trials of run ${record.id} are recorded.` : `Run ${record.id} goes on: ${keep.length} of ${planned} trials stand, ${left} are left.`,
  ]
  return lines.join('\n')
}

function reasons(aside: Reopened['aside']): string {
  const [errors, cut] = [aside.filter(({ because }) => because === 'error-repeated').length, aside.filter(({ because }) => because === 'sequence-cut').length]
  return [...(errors > 0 ? [`${errors} for an error`] : []), ...(cut > 0 ? [`${cut} of a sequence that was cut`] : [])].join(', ')
}
