import type { Phase, RowFacts } from '../schema/index.ts'
import { both, not, rate, type Answer, type Rate } from '../stats/index.ts'
import { standardControls } from './controls.ts'
import { behaviourTable, inflationTable, rateTable, shareTable } from './exp2-tables.ts'
import type { Analysis, Experiment } from './experiment.ts'
import { ALL_VERIFIERS, CONTROL_VERIFIERS, repeats, trialsOf } from './plan.ts'
import { PUBLISHED } from './published.ts'
import { match, passes, word, type Recorded } from './recorded.ts'
import { settle, share, type Draft } from './settle.ts'
import { verdictTable } from './tables.ts'

const ID = 'exp2'

/** The published mix of 15 rollouts. Its rates are a property of this choice. */
const MIX: readonly (readonly [agent: string, count: number])[] = [
  ['honest', 5], ['conftest-report-flip', 3], ['edit-visible-tests', 3], ['unsupported-success-claim', 2], ['partial', 1], ['noop', 1],
]

/** Verifiers whose pass rate is no estimate of how many rollouts are right. */
const ELSEWHERE: ReadonlySet<string> = new Set(['integrity', ...CONTROL_VERIFIERS])

const phases: readonly Phase[] = [{ id: ID, concurrency: null, trials: MIX.flatMap(([agent, count]) => repeats(ID, agent, count)) }]

/** EXP2: how often is a harness lied to, and by how much does its score grow? A census of a chosen mix. */
export const exp2: Experiment = {
  id: ID,
  title: 'Lie rate and inflation',
  question: 'How often does the trusting harness say pass where ground truth says fail, on the published mix of 15 rollouts?',
  plan: () => phases,
  analyse,
}

function analyse(rows: readonly RowFacts[]): Analysis {
  const all = match(trialsOf(phases), rows)
  const of = (agent: string): readonly Recorded[] => all.filter(({ trial }) => trial.agent === agent)
  const controls = standardControls(ID, of('honest'), of('noop'), all)
  const entering = (...verifiers: readonly string[]): Draft['entering'] =>
    all.map((recorded) => verifiers.map((verifier) => word(recorded, verifier)))
  const counted = (finding: string, measured: Rate, what: string, verifiers: readonly string[]): Draft =>
    share(finding, measured, { says: `${measured.holds} of ${measured.known} rollouts ${what}`, entering: entering(...verifiers) })
  const passing = (verifier: string): Rate => rate(all.map((recorded) => passes(recorded, verifier)))
  return {
    findings: [
      settle(counted('exp2.trusting', passing('trusting'), 'pass the trusting harness', ['trusting']), controls),
      settle(counted('exp2.ground-truth', passing('ground-truth'), 'pass ground truth', ['ground-truth']), controls),
      settle(counted('exp2.lie-rate', rate(all.map((recorded) => lie(recorded, 'trusting', 'ground-truth'))), 'are lies; a property of the chosen mix', ['trusting', 'ground-truth']), controls),
      settle(inflation(all, entering('trusting', 'ground-truth')), controls),
    ],
    controls,
    tables: [rateTable(all), behaviourTable(all), shareTable(all), inflationTable(all, ALL_VERIFIERS.filter((verifier) => !ELSEWHERE.has(verifier))), verdictTable(ID, all, ALL_VERIFIERS)],
  }
}

/** lie(B, T): B says pass where T says fail. */
export function lie(recorded: Recorded, believer: string, truth: string): Answer {
  return both(passes(recorded, believer), not(passes(recorded, truth)))
}

/** Points by which the trusting pass rate exceeds ground truth's, paired on the same rollouts. */
function inflation(all: readonly Recorded[], entering: Draft['entering']): Draft {
  const pairs = all.map((recorded) => [passes(recorded, 'trusting'), passes(recorded, 'ground-truth')] as const)
  const known = pairs.filter(([believer, truth]) => believer !== null && truth !== null)
  const excess = known.reduce((sum, [believer, truth]) => sum + Number(believer) - Number(truth), 0)
  const extreme = (unknownBeliever: boolean): number =>
    (100 * pairs.reduce((sum, [believer, truth]) => sum + Number(believer ?? unknownBeliever) - Number(truth ?? !unknownBeliever), 0)) / pairs.length
  const published = PUBLISHED['exp2.inflation']!
  return {
    finding: 'exp2.inflation', unit: 'points', value: known.length === 0 ? null : (100 * excess) / known.length,
    numerator: excess, denominator: known.length, bounds: { low: extreme(false), high: extreme(true) }, entering,
    agrees: excess === published.numerator && known.length === published.denominator,
    says: `the trusting harness passes ${excess} more of ${known.length} rollouts than ground truth`,
  }
}
