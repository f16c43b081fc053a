import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Catalogue } from '../catalogue/index.ts'
import type { Backend, Clock, Readiness } from '../contract/index.ts'
import type { Experiment } from '../experiments/index.ts'
import type { RowFacts, RunRecord } from '../schema/index.ts'
import { hasError } from '../schema/index.ts'
import type { Aside } from './aside.ts'
import { dropCutTail } from './aside.ts'
import type { RunFolder } from './folder.ts'
import { provenance } from './provenance.ts'
import { readFacts } from './read-rows.ts'
import { kept, schedule } from './schedule.ts'

/** What a run that goes on stands on: its record so far, the rows that stay and those that are done again. */
export interface Resumption {
  readonly record: RunRecord
  readonly keep: readonly RowFacts[]
  readonly aside: readonly Aside[]
}

/** How many trials are left, and whether half a row was dropped from the end of trials.jsonl. */
export interface Reopened extends Resumption { readonly left: number; readonly cutTail: boolean }

/**
 * Reads what a run recorded and says what is left of its plan. With `retryErrors`, trials that hold an error count as not
 * done. A sequence is done as a whole or not at all. Only the half row at the end of a killed run is changed here.
 */
export async function reopen(
  folder: RunFolder, record: RunRecord, { experiments, catalogue, retryErrors, clock }:
  { readonly experiments: readonly Experiment[]; readonly catalogue: Catalogue; readonly retryErrors: boolean; readonly clock: Clock },
): Promise<Reopened | { readonly because: string }> {
  const cutTail = await dropCutTail(folder.rows)
  // Killed before its first row, a run has no file of rows.
  const read = existsSync(folder.rows) ? await readFacts(folder.rows) : { ok: true as const, rows: [] }
  if (!read.ok) return { because: read.because }
  const foreign = read.rows.find((row) => row.run !== record.id)
  if (foreign !== undefined) return { because: `${folder.rows} holds a row of another run: ${foreign.id} of ${foreign.run}` }
  const failed = new Set(retryErrors ? read.rows.filter(hasError).map((row) => row.id) : [])
  const phases = experiments.flatMap((experiment) => experiment.plan(catalogue))
  const units = schedule(phases, read.rows.filter((row) => !failed.has(row.id)), record).flatMap((phase) => phase.units)
  const keep = kept(read.rows, [{ id: '', concurrency: 1, units }])
  const stays = new Set(keep)
  const inError = new Set(units.filter(({ trials }) => trials.some(({ id }) => failed.has(id))).flatMap(({ trials }) => trials.map(({ id }) => id)))
  const at = clock.now().toISOString()
  const aside = read.rows.filter((row) => !stays.has(row)).map((row): Aside =>
    ({ schema: 1, at, because: inError.has(row.id) ? 'error-repeated' : 'sequence-cut', row }))
  return { record, keep, aside, cutTail, left: units.reduce((sum, unit) => sum + unit.trials.length, 0) }
}

/** The folders of a run's catalogues as absolute paths, and back to how run.json names them. */
export const cataloguesOf = (folder: RunFolder, { asked }: RunRecord): readonly string[] => asked.catalogues.map((path) => resolve(folder.dir, path))
export const catalogueNames = (folder: RunFolder, dirs: readonly string[]): string[] => dirs.map((dir) => relative(folder.dir, dir))

/** What differs between what a run was begun with and what would go on with it, one sentence each; empty where nothing does. */
export async function differsFrom(record: RunRecord, { catalogue, backend, ready }: {
  readonly catalogue: Catalogue; readonly backend: Backend; readonly ready: Extract<Readiness, { ready: true }>
}): Promise<readonly string[]> {
  const { program, lock, versions } = await provenance()
  const facts: readonly (readonly [what: string, then: string | undefined, now: string | undefined])[] = [
    ['the program', record.digests.program, program],
    ['its lock file', record.digests.lock, lock],
    ...['polygraph', 'node', 'form'].map((name) => [`version ${name}`, record.versions[name], versions[name]] as const),
    ['the catalogue', record.digests.catalogue, catalogue.digest],
    ['the backend', record.backend, backend.id],
    ['its tier', record.tier, ready.tier],
    ...Object.entries(ready.promises).map(([promise, held]) => [`its promise ${promise}`, String(record.promises[promise]), String(held)] as const),
  ]
  return facts.filter(([, then, now]) => then !== now).map(([what, then, now]) => `${what} was ${shown(then)} and is ${shown(now)}`)
}

function shown(value: string | undefined): string {
  if (value === undefined) return 'unknown'
  return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value
}
