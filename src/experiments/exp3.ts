import type { Control, Phase, RowFacts } from '../schema/index.ts'
import { rate, type Answer, type Rate } from '../stats/index.ts'
import { standardControls } from './controls.ts'
import { CONCURRENCIES, measureThroughput, throughputFinding, throughputPhases, throughputTables } from './exp3-throughput.ts'
import type { Analysis, Experiment, Table } from './experiment.ts'
import { CONTROL_VERIFIERS, sequence, trial, trialsOf } from './plan.ts'
import { PUBLISHED } from './published.ts'
import { match, passes, word, type Recorded } from './recorded.ts'
import { settle, type Draft } from './settle.ts'
import { verdictTable } from './tables.ts'

const ID = 'exp3'
const VERIFIERS = ['trusting', 'ground-truth', 'strict', ...CONTROL_VERIFIERS]
const POISON = 'poison-usercustomize'

/** Honest trials, the poison at this position (from 1), or nowhere. */
function order(poisonAt: number | null): readonly string[] {
  return Array.from({ length: 6 }, (_, index) => (index + 1 === poisonAt ? POISON : 'honest'))
}

const ARMS = [
  { arm: 'shared', box: 'shared', poisonAt: 3, spurious: null },
  { arm: 'fork', box: 'fork', poisonAt: 3, spurious: null },
  { arm: 'shared-without-poison', box: 'shared', poisonAt: null, spurious: 0 },
  { arm: 'shared-poison-last', box: 'shared', poisonAt: 6, spurious: 0 },
  { arm: 'shared-poison-first', box: 'shared', poisonAt: 1, spurious: 5 },
] as const

const phases: readonly Phase[] = [
  {
    id: ID, concurrency: null,
    trials: [
      trial(ID, 'honest', { arm: 'alone', verifiers: VERIFIERS }),
      trial(ID, 'noop', { arm: 'no-op', control: true, verifiers: VERIFIERS }),
      ...ARMS.flatMap(({ arm, box, poisonAt, spurious }) =>
        sequence(ID, arm, order(poisonAt), { box, control: spurious !== null, verifiers: VERIFIERS })),
    ],
  },
  ...throughputPhases(ID),
]

/**
 * EXP3: does one poisoned trial spoil later honest ones in a shared box, and not in forks; and how many tasks a minute?
 * Samples an ordering and times.
 */
export const exp3: Experiment = {
  id: ID,
  title: 'Contamination and throughput',
  question: 'How many honest trials fail spuriously after a poisoned one, in a shared box and in forks?',
  plan: () => phases,
  analyse,
}

function analyse(rows: readonly RowFacts[]): Analysis {
  const all = match(trialsOf(phases), rows)
  const alone = all.find(({ trial }) => trial.arm === 'alone')!
  const inArm = (arm: string): readonly Recorded[] => all.filter(({ trial }) => trial.arm === arm)
  const controls = [
    ...standardControls(ID, [alone], inArm('no-op'), all),
    ...ARMS.flatMap(({ arm, spurious }) => (spurious === null ? [] : [sequenceControl(arm, inArm(arm), alone, spurious)])),
  ]
  const measured = CONCURRENCIES.map((concurrency) => measureThroughput(concurrency, inArm(`throughput-${concurrency}`)))
  return {
    findings: [
      settle(spuriousDraft('exp3.spurious-shared', inArm('shared'), alone), controls),
      settle(spuriousDraft('exp3.spurious-isolated', inArm('fork'), alone), controls),
      ...measured.map((each) => settle(throughputFinding(each), controls)),
    ],
    controls,
    tables: [
      sequenceTable(ARMS.flatMap(({ arm }) => inArm(arm)), alone),
      ...throughputTables(measured),
      verdictTable(ID, all, VERIFIERS),
    ],
  }
}

/** An honest trial whose ground-truth verdict differs from that agent's alone in a fresh fork. */
function spurious(recorded: Recorded, alone: Recorded): Answer {
  const here = passes(recorded, 'ground-truth')
  const there = passes(alone, 'ground-truth')
  return here === null || there === null ? null : here !== there
}

function honestOf(trials: readonly Recorded[]): readonly Recorded[] {
  return trials.filter(({ trial }) => trial.agent === 'honest')
}

function spuriousRate(trials: readonly Recorded[], alone: Recorded): Rate {
  return rate(honestOf(trials).map((recorded) => spurious(recorded, alone)))
}

function spuriousDraft(finding: string, trials: readonly Recorded[], alone: Recorded): Draft {
  const measured = spuriousRate(trials, alone)
  const where = honestOf(trials).filter((recorded) => spurious(recorded, alone) === true).map(({ trial }) => trial.sequence!.position)
  return {
    finding, unit: 'count', value: measured.known === 0 ? null : measured.holds, numerator: measured.holds, denominator: measured.known,
    bounds: { low: measured.holds, high: measured.holds + measured.unknown },
    entering: honestOf(trials).map((recorded) => [word(recorded, 'ground-truth'), word(alone, 'ground-truth')]),
    agrees: measured.holds === PUBLISHED[finding]!.numerator,
    says: `${measured.holds} of ${measured.known} honest trials differ from the same agent alone${where.length === 0 ? '' : `, at position ${where.join(', ')} with the poison at 3`}`,
  }
}

function sequenceControl(arm: string, trials: readonly Recorded[], alone: Recorded, expected: number): Control {
  const measured = spuriousRate(trials, alone)
  return {
    experiment: ID, control: arm, expected: `${expected} spurious`,
    measured: `${measured.holds} spurious of ${measured.known}${measured.unknown === 0 ? '' : `, ${measured.unknown} unknown`}`,
    holds: measured.holds === expected && measured.unknown === 0,
  }
}

function sequenceTable(trials: readonly Recorded[], alone: Recorded): Table {
  return {
    id: 'exp3-sequences',
    title: 'Each trial of each sequence',
    note: 'Spurious: an honest trial whose ground-truth verdict differs from the same agent\'s alone in a fresh fork. Empty for the poison itself.',
    columns: ['arm', 'box', 'position', 'behaviour', 'trusting', 'ground-truth', 'strict', 'alone', 'spurious'],
    rows: trials.map((recorded) => {
      const honest = recorded.trial.agent === 'honest'
      const differs = spurious(recorded, alone)
      return [
        recorded.trial.arm, recorded.trial.box, recorded.trial.sequence!.position, recorded.trial.agent,
        word(recorded, 'trusting'), word(recorded, 'ground-truth'), word(recorded, 'strict'),
        honest ? word(alone, 'ground-truth') : null, honest ? (differs === null ? 'unknown' : differs ? 'yes' : 'no') : null,
      ]
    }),
  }
}
