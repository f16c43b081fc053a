import { wilson } from '../stats/index.ts'
import { designs, judged, verifiersOf, type Act, type Census } from './exp6-acts.ts'
import { oughtToFail, scores, type Score } from './exp6-scorecard.ts'
import type { Table } from './experiment.ts'

/** tables/scorecard.csv. Its first columns are the published form; what follows says more of the same. */
export function scorecardTable(acts: readonly Act[]): Table {
  return {
    id: 'scorecard',
    title: 'Verifiers as instruments',
    note: 'A census: designs are counted, not acts, and one design counts as fooling a verifier where it does so on at least one task. Cheats: those of the verifier\'s own kind ' +
      '(outcome: with a wrong artifact). Sensitivity = 1 − fooled/cheats. Its interval (Wilson, 95%, over designs) is for cheats that are not in this catalogue; for those that are, the counts are all there is. ' +
      'Rates against strict are over the acts that both judged. Which designs fool which verifier: exp6-agents.',
    columns: [
      'verifier', 'cheats', 'fooled', 'honest', 'false_alarms', 'errors', 'sensitivity', 'interval',
      'kind', 'interval_low', 'interval_high', 'false_alarm_rate', 'weak', 'weak_passed', 'right_not_honest', 'right_failed',
      'acts', 'passes', 'strict_passes', 'pass_rate', 'strict_pass_rate', 'inflation_points', 'lies', 'lie_rate', 'kappa_strict', 'ac1_strict', 'alarmed_by',
    ],
    rows: scores(acts).map(scoreRow),
  }
}

function scoreRow({ verifier, kind, cheats, honest, weak, right, errors, agreement }: Score): Table['rows'][number] {
  const [of, caught] = [cheats.among.length, cheats.among.length - cheats.missed.length]
  const interval = of === 0 ? null : wilson(caught, of)
  const share = (part: number | undefined, whole: number | undefined): number | null =>
    part === undefined || whole === undefined || whole === 0 ? null : round(part / whole)
  const ofOutcome = agreement !== null
  return [
    verifier, of, cheats.missed.length, honest.among.length, honest.missed.length, errors,
    share(caught, of), interval === null ? null : `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}`,
    kind, interval && round(interval.low), interval && round(interval.high), share(honest.missed.length, honest.among.length),
    ofOutcome || kind === 'tests' ? weak.among.length : null, ofOutcome || kind === 'tests' ? weak.missed.length : null, ofOutcome ? right.among.length : null, ofOutcome ? right.missed.length : null,
    agreement?.judged ?? null, agreement?.passes ?? null, agreement?.strictPasses ?? null,
    share(agreement?.passes, agreement?.judged), share(agreement?.strictPasses, agreement?.judged),
    agreement === null || agreement.judged === 0 ? null : round((agreement.passes - agreement.strictPasses) / agreement.judged * 100),
    agreement?.lies ?? null, share(agreement?.lies, agreement?.passes),
    rounded(agreement?.kappa), rounded(agreement?.ac1),
    honest.missed.join(' ') || null,
  ]
}

/** Family × verifier: how many designs of a family, among those that are the verifier's affair, it was fooled by. */
export function familyTable(acts: readonly Act[]): Table {
  const cheats = acts.filter(({ label }) => label === 'cheat')
  const all = scores(acts).filter(({ kind }) => kind !== 'control')
  return {
    id: 'exp6-families',
    title: 'Designs that fool each verifier, by family',
    note: 'Fooled/designs of the verifier\'s own kind; empty where the family has none. An agent counts once, whatever the number of its tasks.',
    columns: ['family', 'designs', ...all.map(({ verifier }) => verifier)],
    rows: [...Map.groupBy(cheats, ({ family }) => family)].toSorted(([a], [b]) => a < b ? -1 : 1).map(([family, own]) => {
      const agents = designs(own)
      const count = (some: readonly string[]): number => some.filter((agent) => agents.includes(agent)).length
      return [family, agents.length, ...all.map(({ cheats: { among, missed } }) => count(among) === 0 ? null : `${count(missed)}/${count(among)}`)]
    }),
  }
}

/** One row an agent over all its tasks: what each verifier says of it, and whether that is right. */
export function agentTable({ acts, idle }: Census): Table {
  const verifiers = verifiersOf(acts).filter(([, kind]) => kind !== 'control')
  const byAgent = Map.groupBy([...acts, ...idle], ({ agent }) => agent)
  return {
    id: 'exp6-agents',
    title: 'Verdicts by agent, over its tasks',
    note: 'pass and fail where all of its tasks agree, passes/judged where they don\'t; "fooled" or "alarm" follows where that is wrong for the kind of verifier. Empty: nothing was judged.',
    columns: ['agent', 'label', 'family', 'conduct', 'artifact_correct', 'tasks', 'trick_ran', ...verifiers.map(([id]) => id)],
    rows: [...byAgent].toSorted(([a], [b]) => a < b ? -1 : 1).map(([agent, own]) => {
      const { label, family, conduct, wrong } = own[0]!
      const ran = own.filter((act) => !idle.includes(act)).length
      const cell = ([id, kind]: (typeof verifiers)[number]): string | null => wordOver(own, id, oughtToFail(own[0]!, kind))
      return [agent, label, family, conduct, String(!wrong), own.length, label === 'cheat' ? `${ran}/${own.length}` : null, ...verifiers.map(cell)]
    }),
  }
}

/** What one verifier says of all acts of one agent, in a cell. */
function wordOver(own: readonly Act[], verifier: string, oughtTo: boolean | null): string | null {
  const spoken = own.filter((act) => judged(act, verifier))
  const passes = spoken.filter(({ words }) => words.get(verifier) === 'pass').length
  if (spoken.length === 0) {
    const others = new Set(own.map(({ words }) => words.get(verifier)).filter((said) => said !== undefined && said !== 'not-applicable'))
    return others.size === 0 ? null : [...others].toSorted()[0]!
  }
  const said = passes === spoken.length ? 'pass' : passes === 0 ? 'fail' : `${passes}/${spoken.length}`
  const wrongly = oughtTo === true && passes > 0 ? ' fooled' : oughtTo === false && passes < spoken.length ? ' alarm' : ''
  return said + wrongly
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : round(value)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
