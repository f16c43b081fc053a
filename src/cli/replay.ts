import type { Command } from 'commander'
import { systemClock, systemRandomness } from '../contract/index.ts'
import { nearest } from '../catalogue/nearest.ts'
import type { Field } from '../run/index.ts'
import { cataloguesOf, differences, differsFrom, readRows, replay, watchInterrupts } from '../run/index.ts'
import type { TrialRow } from '../schema/index.ts'
import { printable } from '../schema/index.ts'
import { Interrupted, subjectOf } from '../trial/index.ts'
import { columns } from './columns.ts'
import type { Io } from './io.ts'
import { EXIT, json, Stop } from './io.ts'
import { openBackend, openCatalogue, whenReady } from './open.ts'
import { jsonOption } from './options.ts'
import { openRun } from './resume.ts'

export function replayTrial(program: Command, io: Io, done: (code: number) => void): void {
  program.command('replay').argument('<run>', 'a run folder, the id of a run below runs/, or "latest"')
    .requiredOption('--trial <id>', 'which trial')
    .description('acts one trial of a run again and says field by field what is the same, times left out')
    .addOption(jsonOption())
    .action(async (run: string, options: { trial: string; json: boolean }) => done(await perform(io, run, options)))
}

/** Exit 0 where every field is the same, 1 where one differs, 3 where the machine failed the replay. */
async function perform(io: Io, name: string, { trial, json: asJson }: { readonly trial: string; readonly json: boolean }): Promise<number> {
  const { folder, record } = await openRun(io, name)
  const read = await readRows(folder.rows)
  if (!read.ok) throw new Stop(EXIT.askedWrongly, read.because)
  const then = read.rows.find(({ id }) => id === trial) ?? unknown(trial, read.rows)
  const catalogue = await openCatalogue(io, cataloguesOf(folder, record))
  try {
    subjectOf(then, catalogue)
  } catch (thrown) {
    throw new Stop(EXIT.askedWrongly, `${trial} can't be replayed: ${(thrown as Error).message}`)
  }
  const { root, tier } = record.asked
  const backend = await openBackend(io, { backend: record.backend, ...(root === null ? {} : { root }), ...(tier === null ? {} : { tier }) })
  const interrupts = watchInterrupts(systemClock, io.err)
  try {
    const ready = await whenReady(backend)
    const notes = await differsFrom(record, { catalogue, backend, ready })
    const now = await replay(then, { folder, record, rows: read.rows, catalogue, backend, ready, clock: systemClock, randomness: systemRandomness, signal: interrupts.signal })
    const fields = differences(then, now)
    const same = fields.every(({ state }) => state !== 'differs')
    if (asJson) json(io, { run: record.id, trial, same, outcome: now.outcome, notes, fields })
    else io.out(told({ trial, run: record.id, fields, notes }, io.width))
    if (now.outcome.state === 'error') io.err(`the replay ended in an error of the machine (${now.outcome.cause}): ${printable(now.outcome.because)}`)
    return now.outcome.state === 'error' ? EXIT.infrastructure : same ? EXIT.done : EXIT.fellShort
  } catch (thrown) {
    if (thrown instanceof Interrupted) return interrupts.exitCode() ?? EXIT.infrastructure
    throw thrown
  } finally {
    await backend.close()
    interrupts.restore()
  }
}

function unknown(trial: string, rows: readonly TrialRow[]): never {
  const near = nearest(trial, rows.map(({ id }) => id))
  throw new Stop(EXIT.askedWrongly, `the run has no trial "${printable(trial)}"${near === null ? `; its ${rows.length} trials stand in tables/trials.csv` : `: did you mean "${near}"?`}`)
}

const SHOWN = 200

function told({ trial, run, fields, notes }: { readonly trial: string; readonly run: string; readonly fields: readonly Field[]; readonly notes: readonly string[] }, width: number): string {
  const text = (value: string): string => printable(value, { limit: SHOWN })
  const count = (state: Field['state']): number => fields.filter((field) => field.state === state).length
  const rows = fields.map(({ field, state, was, is }) => {
    switch (state) {
      case 'same': return [field, 'same', text(/^[0-9a-f]{64}$/.test(was) ? `${was.slice(0, 12)}…` : was)]
      case 'differs': return [field, 'DIFFERS', `was ${text(was)}, is ${text(is)}`]
      case 'differs-in-chance': return [field, 'not judged', 'holds times, or markers that are drawn anew each time']
    }
  })
  return [
    `Trial ${trial} of run ${run}, acted again\n`,
    ...notes.map((note) => `  not as then: ${printable(note)}\n`),
    columns(rows.map((row) => [`  ${row[0]}`, ...row.slice(1)]), width),
    `${count('same')} fields are the same, ${count('differs')} differ, ${count('differs-in-chance')} not judged; times are left out\n`,
  ].join('')
}
