import type { Evidence } from '../schema/index.ts'
import type { Table } from './experiment.ts'
import { factsOf, word, type Recorded } from './recorded.ts'

/** What a suite killed on one task; `rejects` is how it fared on the reference where it doesn't accept it. */
export interface Kills { readonly killed: number; readonly valid: number; readonly rejects: string | null }

/** Outcomes of a mutant under a suite that are no kill, each a column of its own. */
const OTHERS = ['survived', 'uncounted', 'raised', 'crashed', 'collection-error', 'timed-out', 'no-tests', 'invalid'] as const

/** Null where the verifier gave no verdict on a suite. */
export function killsOf(recorded: Recorded): Kills | null {
  const evidence = evidenceOf(recorded)
  const { killed, valid } = evidence ?? {}
  if (evidence === null || typeof killed !== 'number' || typeof valid !== 'number') return null
  return { killed, valid, rejects: references(evidence).find((outcome) => outcome !== 'passed' && outcome !== 'no-tests') ?? null }
}

/** One row a suite and task, with a count for each way in which a mutant may come out. */
export function suiteTable(experiment: string, trials: readonly Recorded[]): Table {
  return {
    id: `${experiment}-suites`,
    title: 'Tests handed in, by the mutants they kill',
    note: 'A census. Score: killed over valid mutants, which are those that strict kills. A suite that does not pass on the reference, each time, scores nothing.',
    columns: ['suite', 'label', 'conduct', 'task', 'reference', 'killed', ...OTHERS.map(columnOf), 'valid', 'score', 'verdict'],
    rows: trials.map((recorded) => {
      const { row, trial } = recorded
      const evidence = evidenceOf(recorded)
      const fates = evidence === null ? null : mutants(evidence).map(([, fate]) => fate)
      const count = (fate: string): number | null => (fates === null ? null : fates.filter((each) => each === fate).length)
      return [
        trial.agent, row?.label ?? null, row?.conduct ?? null, trial.task, evidence === null ? null : [...new Set(references(evidence))].join(', '),
        count('killed'), ...OTHERS.map(count), number(evidence?.['valid']), number(evidence?.['score']), word(recorded, 'mutation'),
      ]
    }),
  }
}

/** One row a suite and mutant: what came of it, and by which test it was killed. */
export function mutantTable(experiment: string, trials: readonly Recorded[]): Table {
  return {
    id: `${experiment}-mutants`,
    title: 'Every suite on every mutant',
    note: 'A census. Only a named test that passes on the reference and fails by assertion kills; every other end is told apart.',
    columns: ['task', 'suite', 'label', 'mutant', 'outcome', 'killed_by'],
    rows: trials.flatMap((recorded) => {
      const evidence = evidenceOf(recorded)
      return (evidence === null ? [] : mutants(evidence)).map(([mutant, fate]) => [
        recorded.trial.task, recorded.trial.agent, recorded.row!.label, mutant, fate, text(evidence![`by.${mutant}`]),
      ])
    }),
  }
}

function evidenceOf(recorded: Recorded): Evidence | null {
  const said = word(recorded, 'mutation')
  return said === 'pass' || said === 'fail' ? factsOf(recorded, 'mutation') : null
}

function references(evidence: Evidence): readonly string[] {
  return Object.keys(evidence).filter((key) => key.startsWith('reference.')).toSorted().map((key) => String(evidence[key]))
}

function mutants(evidence: Evidence): readonly (readonly [mutant: string, fate: string])[] {
  return Object.keys(evidence).filter((key) => key.startsWith('mutant.')).toSorted().map((key) => [key.slice('mutant.'.length), String(evidence[key])] as const)
}

const columnOf = (fate: string): string => fate.replaceAll('-', '_')
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
