import type { Control, Phase, RowFacts } from '../schema/index.ts'
import { clopperPearson, rate, type Answer } from '../stats/index.ts'
import { standardControls } from './controls.ts'
import type { Analysis, Experiment, Table } from './experiment.ts'
import { CONTROL_VERIFIERS, PUBLISHED_VERIFIERS, STRICT_FAMILY, repeats, trial, trialsOf } from './plan.ts'
import { match, word, type Recorded, type Word } from './recorded.ts'
import { settle, share } from './settle.ts'
import { verdictTable } from './tables.ts'

const ID = 'exp0'
const RUNS = 5
const OUTCOME = [...PUBLISHED_VERIFIERS, ...STRICT_FAMILY]
const VERIFIERS = [...OUTCOME, ...CONTROL_VERIFIERS]

const phases: readonly Phase[] = [{
  id: ID, concurrency: null,
  trials: [
    ...repeats(ID, 'honest', RUNS, { verifiers: VERIFIERS }),
    ...repeats(ID, 'nondeterministic-writer', RUNS, { arm: 'writer', control: true, verifiers: VERIFIERS }),
    trial(ID, 'noop', { arm: 'no-op', control: true, verifiers: VERIFIERS }),
  ],
}]

/** What is compared between runs. `outcome` is the words of all outcome verifiers together. */
const PARTS: readonly { readonly part: string; of(recorded: Recorded): string | null }[] = [
  { part: 'outcome', of: (recorded) => outcome(recorded) },
  { part: 'artifact', of: ({ row }) => row?.digests.artifact ?? null },
  { part: 'output-raw', of: ({ row }) => row?.digests.output ?? null },
  { part: 'output-normalised', of: ({ row }) => row?.digests.outputNormalised ?? null },
  { part: 'tree', of: ({ row }) => row?.digests.tree ?? null },
]

/** What time, PID and random bytes must change, and nothing else. */
const WRITER_DIFFERS = ['output-raw', 'tree']

/** EXP0: does the same start give the same end? Samples runs. */
export const exp0: Experiment = {
  id: ID,
  title: 'Determinism',
  question: 'The same task in five forks: identical outcome, artifact, output and tree?',
  plan: () => phases,
  analyse,
}

function analyse(rows: readonly RowFacts[]): Analysis {
  const all = match(trialsOf(phases), rows)
  const honest = all.filter(({ trial }) => trial.arm === 'main')
  const writer = all.filter(({ trial }) => trial.arm === 'writer')
  const noop = all.filter(({ trial }) => trial.arm === 'no-op')
  const compared = [...compare('honest', honest), ...compare('nondeterministic-writer', writer)]
  const controls = [...standardControls(ID, honest, noop, all), writerControl(compared)]

  const outcomes = honest.map(outcome)
  const passing = OUTCOME.map(() => 'pass').join(' ')
  const identical = rate(outcomes.map((each): Answer => (each === null ? null : each === passing)))
  const differing = compared.filter(({ agent, distinct }) => agent === 'honest' && distinct > 1)
  const upper = identical.known === 0 ? null : clopperPearson(identical.known - identical.holds, identical.known).high
  return {
    findings: [settle(share('exp0.identical', identical, {
      says: `${identical.holds} of ${identical.known} runs pass with the same verdicts; ${differing.length === 0 ? 'no digest differs' : `differing: ${differing.map(({ part }) => part).join(', ')}`}` +
        (upper === null ? '' : `; the rate of runs that differ is below ${(100 * upper).toFixed(1)}% (Clopper-Pearson, 95%)`),
      entering: honest.map((recorded) => OUTCOME.map((verifier) => word(recorded, verifier))),
      interval: identical.known === 0 ? null
        : { ...clopperPearson(identical.holds, identical.known), level: 0.95, method: 'Clopper-Pearson', samples: 'runs' },
    }), controls)],
    controls,
    tables: [digestTable(compared), runTable(compared), verdictTable(ID, all, VERIFIERS)],
  }
}

/** One part of one agent's runs: the value of each run (null where it could not be taken) and how many there are. */
interface Compared { readonly agent: string; readonly part: string; readonly values: readonly (string | null)[]; readonly taken: number; readonly distinct: number }

function compare(agent: string, runs: readonly Recorded[]): readonly Compared[] {
  return PARTS.map(({ part, of }) => {
    const values = runs.map(of)
    const taken = values.filter((value) => value !== null)
    return { agent, part, values, taken: taken.length, distinct: new Set(taken).size }
  })
}

function outcome(recorded: Recorded): string | null {
  const words = OUTCOME.map((verifier): Word => word(recorded, verifier))
  return words.every((each) => each === 'pass' || each === 'fail') ? words.join(' ') : null
}

function writerControl(compared: readonly Compared[]): Control {
  const parts = compared.filter(({ agent }) => agent === 'nondeterministic-writer')
  const differs = parts.filter(({ distinct }) => distinct > 1).map(({ part }) => part)
  const untaken = parts.filter(({ taken }) => taken < RUNS).map(({ part }) => part)
  // Where honest runs differ as well, the writer's difference is no evidence that the digest sees it.
  const anyway = compared.filter(({ agent, part, distinct }) => agent === 'honest' && distinct > 1 && WRITER_DIFFERS.includes(part)).map(({ part }) => part)
  return {
    experiment: ID, control: 'nondeterministic-writer', expected: `differs in exactly ${WRITER_DIFFERS.join(', ')}`,
    measured: [`differs in ${differs.join(', ') || 'nothing'}`, ...(untaken.length === 0 ? [] : [`not taken in every run: ${untaken.join(', ')}`]),
      ...(anyway.length === 0 ? [] : [`honest runs differ too in ${anyway.join(', ')}`])].join('; '),
    holds: untaken.length === 0 && differs.join() === WRITER_DIFFERS.join(),
  }
}

function digestTable(compared: readonly Compared[]): Table {
  return {
    id: 'exp0-digests',
    title: 'What is identical from run to run',
    note: 'Runs are sampled. The upper bound is Clopper and Pearson\'s, 95%, on the share of runs that differ from the commonest.',
    columns: ['agent', 'part', 'runs', 'taken', 'distinct', 'identical', 'differing', 'upper_bound'],
    rows: compared.map(({ agent, part, values, taken, distinct }) => {
      const usual = mode(values)
      const differing = values.filter((value) => value !== null && value !== usual).length
      return [
        agent, part, values.length, taken, distinct, taken === 0 ? 'not taken' : distinct === 1 ? 'yes' : 'no',
        taken === 0 ? null : differing, taken === 0 ? null : clopperPearson(differing, taken).high,
      ]
    }),
  }
}

/** For the strip: each run's value as a class, 1 for the commonest, then in order of first sight. */
function runTable(compared: readonly Compared[]): Table {
  return {
    id: 'exp0-runs',
    title: 'Identity of each run',
    note: 'Class 1 is the commonest value; a number of its own is a value of its own. Empty = could not be taken.',
    columns: ['agent', 'part', 'run', 'class', 'value'],
    rows: compared.flatMap(({ agent, part, values }) => {
      const usual = mode(values)
      const classes = [...new Set([usual, ...values])].filter((value) => value !== null)
      return values.map((value, index) => [agent, part, index + 1, value === null ? null : classes.indexOf(value) + 1, part === 'outcome' ? value : value?.slice(0, 12) ?? null])
    }),
  }
}

/** The commonest value, the first in text order among equals, so that the order of rows doesn't matter. */
function mode(values: readonly (string | null)[]): string | null {
  const counts = [...Map.groupBy(values.filter((value) => value !== null), (value) => value)]
  return counts.toSorted(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))[0]?.[0] ?? null
}
