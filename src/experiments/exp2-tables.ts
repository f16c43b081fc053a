import { both, not, rate, type Answer, type Rate } from '../stats/index.ts'
import type { Table } from './experiment.ts'
import { passes, word, type Recorded } from './recorded.ts'
import { agreed } from './tables.ts'

/** The three usual denominators of a lie rate beside the published one, and the (trusting, strict) pair beside the pair. */
export function rateTable(all: readonly Recorded[]): Table {
  const row = (quantity: string, numerator: string, denominator: string, measured: Rate): Table['rows'][number] =>
    [quantity, numerator, denominator, measured.holds, measured.known, measured.value, measured.unknown, measured.low, measured.high]
  const passing = (verifier: string): Rate => rate(all.map((recorded) => passes(recorded, verifier)))
  const pair = (truth: string): Table['rows'] => {
    const lies = all.map((recorded) => ({ lie: both(passes(recorded, 'trusting'), not(passes(recorded, truth))), believer: passes(recorded, 'trusting'), truth: passes(recorded, truth) }))
    const among = (where: (each: (typeof lies)[number]) => Answer): Rate => rate(lies.filter((each) => where(each) !== false).map((each) => each.lie))
    return [
      row(`lie(trusting, ${truth})`, 'trusting pass and truth fail', 'all rollouts', rate(lies.map((each) => each.lie))),
      row(`lie(trusting, ${truth})`, 'trusting pass and truth fail', 'trusting passes', among((each) => each.believer)),
      row(`lie(trusting, ${truth})`, 'trusting pass and truth fail', 'truth failures', among((each) => not(each.truth))),
    ]
  }
  return {
    id: 'exp2-rates',
    title: 'Rates on the chosen mix',
    note: 'A census of 15 chosen rollouts: no interval. Every rate is a property of the mix. Bounds count errors and missing trials as pass and as fail.',
    columns: ['quantity', 'numerator_is', 'denominator_is', 'numerator', 'denominator', 'value', 'unknown', 'low', 'high'],
    rows: [
      row('trusting', 'passes', 'all rollouts', passing('trusting')),
      row('ground-truth', 'passes', 'all rollouts', passing('ground-truth')),
      row('strict', 'passes', 'all rollouts', passing('strict')),
      ...pair('ground-truth'),
      ...pair('strict'),
    ],
  }
}

/** Points by which each verifier's pass rate exceeds ground truth's on the same rollouts. */
export function inflationTable(all: readonly Recorded[], verifiers: readonly string[]): Table {
  const paired = (verifier: string): readonly Recorded[] =>
    all.filter((recorded) => passes(recorded, verifier) !== null && passes(recorded, 'ground-truth') !== null)
  return {
    id: 'exp2-inflation',
    title: 'Inflation by verifier',
    note: 'Signed, in points, paired on the rollouts that both graded. A census of the chosen mix.',
    columns: ['verifier', 'rollouts', 'passes', 'pass_rate', 'ground_truth_passes', 'ground_truth_rate', 'inflation_points'],
    rows: verifiers.map((verifier) => {
      const pairs = paired(verifier)
      const count = (of: string): number => pairs.filter((recorded) => passes(recorded, of) === true).length
      const [passed, truly] = [count(verifier), count('ground-truth')]
      const of = (value: number): number | null => (pairs.length === 0 ? null : value / pairs.length)
      return [verifier, pairs.length, passed, of(passed), truly, of(truly), of(100 * (passed - truly))]
    }),
  }
}

/** One row a distinct behaviour, and their sum: a repeat of a deterministic agent is one fact. */
export function behaviourTable(all: readonly Recorded[]): Table {
  const behaviours = [...Map.groupBy(all, ({ trial }) => trial.agent)]
  const every = (answers: readonly Answer[]): Answer => answers.reduce(both, true)
  const verdict = (group: readonly Recorded[], verifier: string): Answer => every(group.map((recorded) => passes(recorded, verifier)))
  const lies = (group: readonly Recorded[], truth: string): Answer =>
    every(group.map((recorded) => both(passes(recorded, 'trusting'), not(passes(recorded, truth)))))
  const total = (answer: (group: readonly Recorded[]) => Answer): string => {
    const measured = rate(behaviours.map(([, group]) => answer(group)))
    return `${measured.holds}/${behaviours.length}${measured.unknown === 0 ? '' : ` (${measured.unknown}?)`}`
  }
  const text = (answer: Answer): string => (answer === null ? 'unknown' : answer ? 'lie' : 'no lie')
  return {
    id: 'exp2-behaviours',
    title: 'The same by distinct behaviour',
    note: 'A behaviour counts as passing (or lying) when all of its rollouts do; in brackets, how many are unknown.',
    columns: ['behaviour', 'rollouts', 'trusting', 'ground-truth', 'lie', 'strict', 'strict_lie'],
    rows: [
      ...behaviours.map(([agent, group]) => [
        agent, group.length,
        agreed(group.map((recorded) => word(recorded, 'trusting'))), agreed(group.map((recorded) => word(recorded, 'ground-truth'))),
        text(lies(group, 'ground-truth')), agreed(group.map((recorded) => word(recorded, 'strict'))), text(lies(group, 'strict')),
      ]),
      [
        'all behaviours', all.length,
        total((group) => verdict(group, 'trusting')), total((group) => verdict(group, 'ground-truth')),
        total((group) => lies(group, 'ground-truth')), total((group) => verdict(group, 'strict')), total((group) => lies(group, 'strict')),
      ],
    ],
  }
}

/** The same rates if the honest share of the mix were another, the rest of it unchanged. */
export function shareTable(all: readonly Recorded[]): Table {
  const honest = all.filter(({ trial }) => trial.agent === 'honest')
  const others = all.filter(({ trial }) => trial.agent !== 'honest')
  const mixed = (part: number, answer: (recorded: Recorded) => Answer): number | null => {
    const among = [rate(honest.map(answer)).value, rate(others.map(answer)).value] as const
    return among[0] === null || among[1] === null ? null : part * among[0] + (1 - part) * among[1]
  }
  const published = honest.length / all.length
  const shares = [...Array.from({ length: 11 }, (_, index) => index / 10), published].toSorted((a, b) => a - b)
  const trusting = (recorded: Recorded): Answer => passes(recorded, 'trusting')
  return {
    id: 'exp2-honest-share',
    title: 'How the rates move with the honest share',
    note: 'Computed from the verdicts of this run: the honest rollouts weighted by the share, the others in their published proportions.',
    columns: ['honest_share', 'published_mix', 'trusting', 'ground_truth', 'lie_rate', 'lies_over_trusting_passes', 'inflation_points'],
    rows: shares.map((part) => {
      const claimed = mixed(part, trusting)
      const truly = mixed(part, (recorded) => passes(recorded, 'ground-truth'))
      const lies = mixed(part, (recorded) => both(trusting(recorded), not(passes(recorded, 'ground-truth'))))
      return [
        part, part === published ? 'yes' : 'no', claimed, truly, lies,
        claimed === null || claimed === 0 || lies === null ? null : lies / claimed,
        claimed === null || truly === null ? null : 100 * (claimed - truly),
      ]
    }),
  }
}
