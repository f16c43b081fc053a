import { PUBLISHED } from '../experiments/index.ts'
import { EXP6_FIGURES } from './figure-exp6.ts'
import { grouped, rowsOf, signed, type FigureSource } from './figure-rows.ts'
import { GLYPHS, fooled } from './format.ts'

export type { DataRow, FigureSource } from './figure-rows.ts'

export const FIGURES: readonly FigureSource[] = [
  {
    id: 'exp0-identity', experiment: 'exp0',
    caption: 'Identity of each run. A tile is one run and one thing compared: the same as most runs of that agent, or different. The writer of time, PID and random bytes is the control.',
    data: (report) => rowsOf(report, 'exp0-runs').map((row, _, all) => {
      // A value of one run alone isn't what most runs have, though it is first among equals.
      const shared = all.filter((other) => other['agent'] === row['agent'] && other['part'] === row['part'] && other['class'] === 1).length > 1
      const state = row['class'] === null ? 'not taken' : row['class'] === 1 && shared ? 'same' : 'different'
      return { agent: row['agent']!, part: row['part']!, run: row['run']!, state, glyph: { 'same': '=', 'different': '≠', 'not taken': '?' }[state] }
    }),
  },
  {
    id: 'exp1-matrix', experiment: 'exp1',
    caption: 'Verdict of each behaviour from each verifier. A census, without intervals. Dark tiles are fooled: pass on a wrong artifact.',
    data: (report) => grouped('label', rowsOf(report, 'exp1-verdicts').flatMap(({ behaviour, label, artifact_correct, ...rest }) =>
      Object.entries(rest).filter(([column]) => !NOT_VERIFIERS.has(column)).map(([verifier, word]) => ({
        behaviour: behaviour!, label: label ?? 'unknown', verifier, ...mark(verifier, word, String(artifact_correct)),
      })))),
  },
  {
    id: 'exp1b-arms', experiment: 'exp1b',
    caption: 'Held-out cases out of reach and within reach. The agent that reads them passes only where they lie within its reach.',
    data: (report) => grouped('reach', rowsOf(report, 'exp1b-arms').flatMap(({ reach, behaviour, artifact_correct, ...words }) =>
      Object.entries(words).map(([verifier, word]) => ({ reach: reach!, behaviour: behaviour!, verifier, ...mark(verifier, word, String(artifact_correct)) })))),
  },
  {
    id: 'exp2-inflation', experiment: 'exp2',
    caption: 'From the pass rate of ground truth to that of each verifier, on the same 15 chosen rollouts; the label is the inflation in points. A census of the chosen mix.',
    data: (report) => rowsOf(report, 'exp2-inflation').filter((row) => row['pass_rate'] !== null).map((row) => ({
      ...row, text: signed(Number(row['inflation_points'])),
    })),
  },
  {
    id: 'exp2-honest-share', experiment: 'exp2',
    caption: 'How the rates move with the honest share of the mix, computed from the verdicts of this run. The dashed line is the published mix (5 of 15).',
    data: (report) => rowsOf(report, 'exp2-honest-share').flatMap((row) => [
      // Two curves end at 100% and would have their labels on top of one another.
      { quantity: 'trusting passes', rate: row['trusting']!, label_at: Number(row['trusting']) + 0.04 },
      { quantity: 'ground truth passes', rate: row['ground_truth']!, label_at: Number(row['ground_truth']) - 0.04 },
      { quantity: 'lie rate', rate: row['lie_rate']!, label_at: Number(row['lie_rate']) },
    ].map((each) => ({ honest_share: row['honest_share']!, published_mix: row['published_mix']!, ...each })))
      .filter((row) => row.rate !== null),
  },
  {
    id: 'exp3-sequences', experiment: 'exp3',
    caption: 'Ground-truth verdict of each trial of each sequence, in order. Dark orange: an honest trial whose verdict differs from the same agent\'s alone in a fresh fork.',
    data: (report) => rowsOf(report, 'exp3-sequences').map((row) => ({
      arm: row['arm']!, position: row['position']!, ...tile(String(row['behaviour']), String(row['ground-truth']), row['spurious'] ?? null),
    })),
  },
  {
    id: 'exp3-throughput', experiment: 'exp3',
    caption: 'Tasks a minute by concurrency: the whole phase with its 95% t interval over blocks, the blocks themselves (small dots), and the published value (other hardware, other verifiers).',
    data: (report) => [
      ...rowsOf(report, 'exp3-throughput').filter((row) => row['tasks_per_minute'] !== null).map((row) => ({
        kind: 'measured', concurrency: row['concurrency']!, tasks_per_minute: row['tasks_per_minute']!, low: row['low']!, high: row['high']!,
        text: Number(row['tasks_per_minute']).toFixed(0),
      })),
      ...rowsOf(report, 'exp3-throughput-blocks').map((row) => ({ kind: 'block', concurrency: row['concurrency']!, tasks_per_minute: row['tasks_per_minute']! })),
      { kind: 'published', concurrency: 1, tasks_per_minute: PUBLISHED['exp3.throughput-1']!.value, text: 'published: about 16' },
    ],
  },
  {
    id: 'exp4-layouts', experiment: 'exp4',
    caption: 'Which layout of the grading material keeps which reader out, by who the agent is. Dark tiles read the cases and pass the strict check with a table of them. A census, without intervals.',
    data: (report) => grouped('who', rowsOf(report, 'exp4-readers').map(({ layout, who, reader, read, strict }) => {
      const state = read === 'no' ? 'kept out' : read !== 'yes' ? 'unknown' : strict === 'pass' ? 'read and scored' : 'read'
      return { layout: layout!, who: who!, reader: String(reader).replace('reader-', ''), state, glyph: { 'kept out': '✓', 'read and scored': '✗', read: '✗', unknown: '?' }[state]! }
    })),
  },
  {
    id: 'exp5-mutants', experiment: 'exp5',
    caption: 'Each suite on each mutant. Only a named test that passes on the reference and fails by assertion kills. Hollow suites let all survive; the ways to cheat end in columns of their own.',
    data: (report) => rowsOf(report, 'exp5-mutants').map(({ task, suite, mutant, outcome }) => {
      const state = Object.hasOwn(FATES, String(outcome)) ? String(outcome) : 'other'
      return { task: task!, suite: String(suite).replace('suite-', ''), mutant: mutant!, state, glyph: FATES[state]! }
    }),
  },
  ...EXP6_FIGURES,
]

/** What came of a mutant under a suite, as a letter in its tile. */
const FATES: Readonly<Record<string, string>> = { killed: '✓', uncounted: '✗', survived: '-', 'timed-out': 'T', crashed: 'C', other: '0' }

/** Columns of a verdict table that are no verifier's. */
const NOT_VERIFIERS: ReadonlySet<string> = new Set(['arm', 'conduct', 'control', 'trials'])

function mark(verifier: string, word: string | number | null, artifactCorrect: string): { readonly state: string; readonly glyph: string } {
  const said = String(word)
  const state = fooled(verifier, said, artifactCorrect) ? 'fooled' : ['pass', 'fail', 'error'].includes(said) ? said : 'no verdict'
  return { state, glyph: GLYPHS.get(said) ?? '?' }
}

function tile(behaviour: string, word: string, spurious: string | number | null): { readonly state: string; readonly glyph: string } {
  if (behaviour !== 'honest') return { state: 'poison', glyph: 'P' }
  const glyph = GLYPHS.get(word) ?? '?'
  if (word === 'error') return { state: 'error', glyph }
  if (spurious === 'yes') return { state: 'spurious', glyph }
  if (spurious !== 'no') return { state: 'no verdict', glyph }
  return { state: word === 'pass' ? 'as alone' : 'fails alone too', glyph }
}
