import type { Command } from 'commander'
import type { Comparison, Difference } from '../run/index.ts'
import { compareRuns, readRows } from '../run/index.ts'
import { printable } from '../schema/index.ts'
import { columns } from './columns.ts'
import type { Io } from './io.ts'
import { EXIT, json, Stop } from './io.ts'
import { jsonOption, seedOption } from './options.ts'
import { openRun } from './resume.ts'

export function compare(program: Command, io: Io, done: (code: number) => void): void {
  program.command('compare').argument('<a>', 'a run folder, the id of a run below runs/, or "latest"').argument('<b>', 'another one')
    .description('compares two runs, or one plan on two backends: verdicts first, then digests, then time')
    .addOption(seedOption('draws the permutations of the test on times'))
    .addOption(jsonOption())
    .action(async (a: string, b: string, options: { seed: number; json: boolean }) => {
      const sides = [await side(io, a), await side(io, b)] as const
      const compared = compareRuns(...sides, options.seed)
      if (compared.trials.both === 0) throw new Stop(EXIT.askedWrongly, `runs ${sides[0].record.id} and ${sides[1].record.id} have no trial in common, so there is nothing to compare`)
      if (options.json) json(io, { a: sides[0].record.id, b: sides[1].record.id, ...compared })
      else io.out(told(sides[0].record.id, sides[1].record.id, compared, io.width))
      done(codeOf(compared))
    })
}

async function side(io: Io, name: string): Promise<Parameters<typeof compareRuns>[0]> {
  const { folder, record } = await openRun(io, name)
  const read = await readRows(folder.rows)
  if (!read.ok) throw new Stop(EXIT.askedWrongly, read.because)
  return { record, rows: read.rows }
}

/** 1 where a verdict differs or a trial stands on one side alone; 3 where only errors of the machine stand in the way. */
function codeOf({ trials, verdicts }: Comparison): number {
  if (verdicts.differ.length > 0 || trials.onlyA.length + trials.onlyB.length > 0) return EXIT.fellShort
  return verdicts.errors.length > 0 ? EXIT.infrastructure : EXIT.done
}

const MOST = 40

function told(a: string, b: string, { settings, trials, verdicts, digests, others, times }: Comparison, width: number): string {
  const alone = (name: string, ids: readonly string[]): readonly string[] => (ids.length === 0 ? [] : [`  only in ${name}: ${ids.slice(0, MOST).join(', ')}${ids.length > MOST ? ` and ${ids.length - MOST} more` : ''}\n`])
  return [
    `A  ${a}\nB  ${b}\n`,
    ...(settings.length === 0 ? [] : ['\nAsked or made otherwise\n', columns(settings.map((each) => [`  ${each.what}`, `${text(each.a)} / ${text(each.b)}`]), width)]),
    `\nVerdicts: ${verdicts.differ.length} of ${verdicts.compared} differ, on ${trials.both} trials that both have\n`,
    ...list(verdicts.differ, width),
    ...(verdicts.errors.length === 0 ? [] : [`  not comparable, for an error on one side: ${verdicts.errors.length}\n`, ...list(verdicts.errors, width)]),
    ...alone('A', trials.onlyA), ...alone('B', trials.onlyB),
    '\nDigests\n',
    columns(digests.map(({ part, compared, differ, chance }) => [`  ${part}`, `${differ.length} of ${compared} differ${chance === 0 ? '' : `, ${chance} more in times or drawn markers alone`}`]), width),
    ...list(digests.flatMap(({ differ }) => differ), width),
    ...(others.length === 0 ? [] : [`\nOther fields: ${others.length} differ\n`, ...list(others, width)]),
    `\nTime of B against A, paired by trial; p by sign permutations, Holm's over the stages\n`,
    columns(times.map(({ stage, pairs, change, adjusted, told: isTold }) => [`  ${stage}`, `${pairs} pairs`, `${change < 0 ? '−' : '+'}${Math.abs(100 * change).toFixed(1)}%`, `p ${adjusted.toFixed(4)}${isTold ? change < 0 ? '  faster' : '  slower' : ''}`]), width),
  ].join('')
}

function list(all: readonly Difference[], width: number): readonly string[] {
  if (all.length === 0) return []
  const rest = all.length > MOST ? [`  and ${all.length - MOST} more; --json has all\n`] : []
  return [columns(all.slice(0, MOST).map(({ trial, field, was, is }) => [`  ${trial}`, field.replace(/^(verdict|digest)\./, ''), `${text(was)} / ${text(is)}`]), width), ...rest]
}

function text(value: string): string {
  return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : printable(value, { limit: 120 })
}
