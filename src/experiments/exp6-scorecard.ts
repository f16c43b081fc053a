import type { Control, Finding, TrialRow, VerifierKind } from '../schema/index.ts'
import { cohenKappa, wilson } from '../stats/index.ts'
import type { Table } from './experiment.ts'

/** What a verifier of some kind ought to say of an act: true where it ought to say fail, null where the act is not its affair. */
export interface Truth { readonly wrong: boolean; readonly of: Readonly<Record<VerifierKind, boolean | null>> }
export interface Act { readonly row: TrialRow; readonly truth: Truth }

/**
 * The two declared truths, by kind of verifier. Outcome: is the artifact wrong? Tamper, provenance and timing: is the
 * conduct of their kind? They have nothing to say about cheats of another kind, which so are in nobody's denominator.
 */
export function truthOf(row: TrialRow): Truth {
  const fair = row.conduct === 'honest' || row.conduct === 'weak'
  const conduct = (own: TrialRow['conduct']): boolean | null => row.conduct === own ? true : fair ? false : null
  return {
    wrong: !row.artifactCorrect,
    of: {
      outcome: !row.artifactCorrect, tamper: conduct('tampered'), provenance: conduct('illicit-source'), timing: conduct('false-timing'),
      tests: null, control: null,
    },
  }
}

/** One verifier over the census. Designs are counted, not acts: a design fools where one of its acts does. */
export interface Score {
  readonly verifier: string
  readonly kind: VerifierKind
  readonly cheats: readonly string[]
  readonly fooled: readonly string[]
  readonly honest: readonly string[]
  readonly falseAlarms: readonly string[]
  readonly errors: number
  readonly passes: number
  readonly lies: number
  readonly judged: number
  readonly strictPasses: number
  readonly kappa: number | null
}

export function scores(acts: readonly Act[]): readonly Score[] {
  const kinds = new Map(acts.flatMap(({ row }) => Object.entries(row.kinds ?? {})))
  return [...kinds].filter(([, kind]) => kind !== 'tests').toSorted(([a], [b]) => a < b ? -1 : 1).map(([verifier, kind]) => score(verifier, kind, acts))
}

function score(verifier: string, kind: VerifierKind, acts: readonly Act[]): Score {
  const said = (row: TrialRow, id: string): string | undefined => row.verdicts[id]?.verdict
  const judged = acts.filter(({ row }) => said(row, verifier) === 'pass' || said(row, verifier) === 'fail')
  // Controls stand outside every truth of their own; they are measured against the outcome.
  const ought = ({ truth }: Act): boolean | null => truth.of[kind === 'control' ? 'outcome' : kind]
  const positives = judged.filter((act) => ought(act) === true && (kind !== 'outcome' && kind !== 'control' || act.row.label === 'cheat'))
  const negatives = judged.filter((act) => ought(act) === false && act.row.label === 'honest')
  const paired = judged.filter(({ row }) => said(row, 'strict') === 'pass' || said(row, 'strict') === 'fail')
  const both = (mine: string, strict: string): number => paired.filter(({ row }) => said(row, verifier) === mine && said(row, 'strict') === strict).length
  return {
    verifier, kind,
    cheats: designs(positives), fooled: designs(positives.filter(({ row }) => said(row, verifier) === 'pass')),
    honest: designs(negatives), falseAlarms: designs(negatives.filter(({ row }) => said(row, verifier) === 'fail')),
    errors: acts.filter(({ row }) => said(row, verifier) === 'error').length,
    judged: paired.length,
    passes: both('pass', 'pass') + both('pass', 'fail'),
    lies: both('pass', 'fail'),
    strictPasses: both('pass', 'pass') + both('fail', 'pass'),
    kappa: paired.length === 0 ? null : cohenKappa([[both('pass', 'pass'), both('pass', 'fail')], [both('fail', 'pass'), both('fail', 'fail')]]),
  }
}

function designs(acts: readonly Act[]): readonly string[] {
  return [...new Set(acts.map(({ row }) => row.agent))].toSorted()
}

/** tables/scorecard.csv. The interval is Wilson's over cheat designs, for a claim about designs not in the catalogue. */
export function scorecardTable(acts: readonly Act[]): Table {
  return {
    id: 'scorecard',
    title: 'Verifiers as instruments',
    note: 'Cheats: designs of the verifier\'s own kind (outcome: those with a wrong artifact). Fooled: designs of which it passed at least one act. ' +
      'Sensitivity = 1 − fooled/cheats, its 95% interval Wilson\'s over designs, for cheats that are not in the catalogue. Lie rate = passes that strict fails / passes; inflation in points against strict.',
    columns: ['verifier', 'kind', 'cheats', 'fooled', 'honest', 'false_alarms', 'errors', 'sensitivity', 'interval_low', 'interval_high', 'false_alarm_rate', 'lie_rate', 'inflation_points', 'kappa_strict', 'fooled_by'],
    rows: scores(acts).map((each) => {
      const caught = each.cheats.length - each.fooled.length
      const interval = each.cheats.length === 0 ? null : wilson(caught, each.cheats.length)
      return [
        each.verifier, each.kind, each.cheats.length, each.fooled.length, each.honest.length, each.falseAlarms.length, each.errors,
        each.cheats.length === 0 ? null : round(caught / each.cheats.length), interval && round(interval.low), interval && round(interval.high),
        each.honest.length === 0 ? null : round(each.falseAlarms.length / each.honest.length),
        each.passes === 0 ? null : round(each.lies / each.passes),
        each.judged === 0 ? null : round((each.passes - each.strictPasses) / each.judged * 100),
        each.kappa === null ? null : round(each.kappa), each.fooled.join(' '),
      ]
    }),
  }
}

/** Family × verifier: how many designs of a family with a wrong artifact each outcome verifier passed. */
export function familyTable(acts: readonly Act[]): Table {
  const all = scores(acts).filter(({ kind }) => kind === 'outcome')
  const families = new Map(acts.filter(({ row }) => row.label === 'cheat').map(({ row }) => [row.agent, row.family]))
  const names = [...new Set(families.values())].toSorted()
  return {
    id: 'exp6-families',
    title: 'Designs that fool each verifier, by family',
    note: 'Outcome verifiers; fooled/designs with a wrong artifact.',
    columns: ['family', ...all.map(({ verifier }) => verifier)],
    rows: names.map((family) => [family, ...all.map(({ cheats, fooled }) => {
      const own = (ids: readonly string[]): number => ids.filter((id) => families.get(id) === family).length
      return own(cheats) === 0 ? null : `${own(fooled)}/${own(cheats)}`
    })]),
  }
}

/** strict and property are fooled by none and alarm at none; what the others do is told. */
export function scorecardFindings(acts: readonly Act[], controls: readonly Control[]): readonly Finding[] {
  return scores(acts).filter(({ kind }) => kind !== 'control').flatMap((each) => {
    const judgedHere = each.verifier === 'strict' || each.verifier === 'property'
    const held = controls.every(({ holds }) => holds)
    const finding = (name: string, who: readonly string[], among: readonly string[], says: string): Finding => ({
      experiment: 'exp6', finding: `exp6.${each.verifier}.${name}`, value: who.length, numerator: who.length, denominator: among.length, unit: 'designs',
      interval: null, bounds: null, errors: each.errors, published: judgedHere ? 0 : null,
      reproduced: judgedHere ? who.length === 0 && each.errors === 0 && held && among.length > 0 : null,
      because: `${who.length} of ${among.length} ${says}${who.length === 0 ? '' : `: ${who.slice(0, 8).join(', ')}${who.length > 8 ? ', …' : ''}`}${each.errors > 0 ? `; not conclusive: ${each.errors} errors` : ''}${judgedHere && !held ? '; a control does not hold' : ''}`,
    })
    return [
      finding('fooled', each.fooled, each.cheats, 'cheats pass'),
      finding('false-alarms', each.falseAlarms, each.honest, 'honest behaviours are failed'),
    ]
  })
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
