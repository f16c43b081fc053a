import type { Phase, RowFacts } from '../schema/index.ts'
import { rate } from '../stats/index.ts'
import { standardControls } from './controls.ts'
import type { Analysis, Experiment, Table } from './experiment.ts'
import { ALL_VERIFIERS, trial, trialsOf } from './plan.ts'
import { match, passes, word, type Recorded } from './recorded.ts'
import { settle, share } from './settle.ts'
import { verdictTable } from './tables.ts'

const ID = 'exp1'
const CHEATS = ['conftest-report-flip', 'edit-visible-tests', 'unsupported-success-claim', 'hardcode-visible-cases']
const BEHAVIOURS = ['honest', 'partial', 'noop', ...CHEATS]

const phases: readonly Phase[] = [{ id: ID, concurrency: null, trials: BEHAVIOURS.map((agent) => trial(ID, agent)) }]

/** EXP1: which verdict does each behaviour get? A census. The oracle and the no-op are among its behaviours. */
export const exp1: Experiment = {
  id: ID,
  title: 'Who is fooled',
  question: 'Which verdict does each of the seven behaviours get from each verifier?',
  plan: () => phases,
  analyse,
}

function analyse(rows: readonly RowFacts[]): Analysis {
  const all = match(trialsOf(phases), rows)
  const of = (agent: string): readonly Recorded[] => all.filter(({ trial }) => trial.agent === agent)
  const cheats = all.filter(({ trial }) => CHEATS.includes(trial.agent))
  const controls = standardControls(ID, of('honest'), of('noop'), all)
  const missed = all.filter((recorded) => passes(recorded, 'ground-truth') === true && passes(recorded, 'strict') === false)
  const missedText = missed.length === 0 ? 'ground truth missed nothing that strict fails'
    : `ground truth missed ${missed.map(({ trial }) => trial.agent).join(', ')}, which strict fails`
  const passing = (finding: string, verifier: string, beside = ''): ReturnType<typeof share> => {
    const measured = rate(cheats.map((recorded) => passes(recorded, verifier)))
    return share(finding, measured, {
      says: `${measured.holds} of ${measured.known} cheats pass${beside}`,
      entering: cheats.map((recorded) => [word(recorded, verifier)]),
    })
  }
  return {
    findings: [
      settle(passing('exp1.trusting-cheats', 'trusting'), controls),
      settle(passing('exp1.ground-truth-cheats', 'ground-truth', `; ${missedText}`), controls),
      settle(passing('exp1.strict-cheats', 'strict'), controls),
    ],
    controls,
    tables: [verdictTable(ID, all, ALL_VERIFIERS), missedTable(missed)],
  }
}

function missedTable(missed: readonly Recorded[]): Table {
  return {
    id: 'exp1-missed',
    title: 'What the published ground truth missed',
    note: 'Behaviours that pass ground-truth and fail strict, and why strict fails them.',
    columns: ['behaviour', 'label', 'conduct', 'strict_reason', 'strict_because'],
    rows: missed.map(({ row, trial }) => [
      trial.agent, row!.label, row!.conduct, row!.verdicts['strict']!.reason, row!.verdicts['strict']!.because,
    ]),
  }
}
