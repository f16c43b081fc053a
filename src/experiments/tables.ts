import type { Table } from './experiment.ts'
import { word, type Recorded, type Word } from './recorded.ts'

/** Verdict by behaviour and verifier: one row for each agent of each arm, in the plan's order. Not asked for = null. */
export function verdictTable(experiment: string, all: readonly Recorded[], verifiers: readonly string[]): Table {
  const groups = Map.groupBy(all, ({ trial }) => `${trial.arm} ${trial.agent}`)
  return {
    id: `${experiment}-verdicts`,
    title: 'Verdicts by behaviour and verifier',
    note: 'A census. Where repeats of one behaviour disagree the cell counts them; an empty cell was not asked for.',
    columns: ['arm', 'behaviour', 'label', 'conduct', 'artifact_correct', 'control', 'trials', ...verifiers],
    rows: [...groups.values()].map((group) => {
      const { trial } = group[0]!
      const row = group.find((recorded) => recorded.row !== null)?.row ?? null
      return [
        trial.arm, trial.agent, row?.label ?? null, row?.conduct ?? null, row === null ? null : String(row.artifactCorrect),
        String(trial.control), group.length,
        ...verifiers.map((verifier) => (trial.verifiers.includes(verifier) ? agreed(group.map((recorded) => word(recorded, verifier))) : null)),
      ]
    }),
  }
}

/** The word that all repeats share, or the count of each. */
export function agreed(words: readonly Word[]): string {
  const counts = [...Map.groupBy(words, (each) => each)].map(([each, same]) => [each, same.length] as const)
  return counts.length === 1 ? counts[0]![0] : counts.map(([each, count]) => `${count} ${each}`).toSorted().join(', ')
}
