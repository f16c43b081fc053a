import type { Finding, TrialRow } from '../schema/index.ts'
import type { Table } from './experiment.ts'

/** A verdict that changes when one property of isolation is off. */
export interface Flip { readonly property: string; readonly agent: string; readonly label: string; readonly family: string; readonly verifier: string; readonly on: string; readonly off: string }

/** Pairs of verifiers that differ in one thing alone: with the first the property is off, with the second on. */
const PAIRS: readonly { readonly property: string; readonly off: string; readonly on: string }[] = [
  { property: 'tests held by the host', off: 'trusting-exit', on: 'rerun-tests' },
  { property: 'user of ground truth', off: 'ground-truth', on: 'ground-truth-other-user' },
  { property: 'fresh fork for held-out cases', off: 'held-out', on: 'held-out-clean' },
  { property: 'fresh fork for strict', off: 'strict-sealed', on: 'strict' },
  { property: 'comparison out of process', off: 'held-out-clean', on: 'strict' },
]

const spoken = (verdict: string | undefined): boolean => verdict === 'pass' || verdict === 'fail'

/** Flips by ablation: the act repeated with one property off, compared verifier by verifier. */
export function flips(rows: readonly TrialRow[]): readonly Flip[] {
  const main = new Map(rows.filter((row) => row.arm === 'main').map((row) => [`${row.agent} ${row.task}`, row]))
  const byPolicy = rows.filter((row) => row.ablation !== undefined).flatMap((row) => {
    const other = main.get(`${row.agent} ${row.task}`)
    return other === undefined ? [] : row.verifiers.flatMap((verifier): Flip[] => {
      const [on, off] = [other.verdicts[verifier]?.verdict, row.verdicts[verifier]?.verdict]
      return spoken(on) && spoken(off) && on !== off ? [{ property: row.ablation!, agent: row.agent, label: row.label, family: row.family, verifier, on: on!, off: off! }] : []
    })
  })
  const byVerifier = [...main.values()].flatMap((row) => PAIRS.flatMap(({ property, off, on }): Flip[] => {
    const [without, withIt] = [row.verdicts[off]?.verdict, row.verdicts[on]?.verdict]
    return row.label === 'cheat' && spoken(without) && spoken(withIt) && without !== withIt
      ? [{ property, agent: row.agent, label: row.label, family: row.family, verifier: `${off} / ${on}`, on: withIt!, off: without! }] : []
  }))
  return [...byPolicy, ...byVerifier].toSorted((a, b) => `${a.property} ${a.agent}` < `${b.property} ${b.agent}` ? -1 : 1)
}

export function ablationTable(rows: readonly TrialRow[]): Table {
  const seen = new Set<string>()
  return {
    id: 'exp6-ablations',
    title: 'Verdicts that a property of isolation flips',
    note: 'Properties of a fork: the same act with that property off in the policy. Properties of a verifier: two verifiers that differ in it alone.',
    columns: ['property', 'agent', 'label', 'family', 'verifier', 'with_it', 'without_it'],
    rows: flips(rows).map((flip) => [flip.property, flip.agent, flip.label, flip.family, flip.verifier, flip.on, flip.off])
      .filter((row) => { const key = row.join('\0'); return seen.has(key) ? false : (seen.add(key), true) }),
  }
}

/** Per property: cheats of which it stops at least one success. Told, not judged. */
export function flipFindings(rows: readonly TrialRow[]): readonly Finding[] {
  const all = flips(rows)
  const tried = new Map<string, Set<string>>()
  for (const row of rows) if (row.ablation !== undefined && row.label === 'cheat') tried.set(row.ablation, (tried.get(row.ablation) ?? new Set()).add(row.agent))
  const cheats = new Set(rows.filter((row) => row.arm === 'main' && row.label === 'cheat').map((row) => row.agent))
  const properties = [...tried.keys(), ...PAIRS.map(({ property }) => property)]
  return properties.map((property): Finding => {
    const stopped = [...new Set(all.filter((flip) => flip.property === property && flip.off === 'pass' && flip.label === 'cheat').map(({ agent }) => agent))]
    const among = tried.get(property)?.size ?? cheats.size
    return {
      experiment: 'exp6', finding: `exp6.stopped-by.${property.replaceAll(' ', '-')}`, value: stopped.length, numerator: stopped.length, denominator: among, unit: 'cheats',
      interval: null, bounds: null, errors: 0, published: null, reproduced: null,
      because: `told, not judged: ${stopped.length} of ${among} cheats pass some verifier only without it${stopped.length === 0 ? '' : `: ${stopped.slice(0, 6).join(', ')}${stopped.length > 6 ? ', …' : ''}`}`,
    }
  })
}
