import { Ablation, type Control, type Finding, type RowFacts } from '../schema/index.ts'
import { censusOf, judged, type Act, type Census } from './exp6-acts.ts'
import { listed } from './exp6-findings.ts'
import type { Table } from './experiment.ts'

/**
 * A property of a verifier, as the pair of verifiers that has it and that lacks it. `differsIn` are all declared fields in
 * which the two differ: where it is more than one, the flip is the work of them together. A test holds it to verifiers/.
 */
export interface Pair { readonly property: string; readonly off: string; readonly on: string; readonly differsIn: readonly ('place' | 'user' | 'believes' | 'cases')[] }

export const PAIRS: readonly Pair[] = [
  { property: 'host-held-tests', off: 'trusting-exit', on: 'rerun-tests', differsIn: ['place', 'believes'] },
  { property: 'ground-truth-user', off: 'ground-truth', on: 'ground-truth-other-user', differsIn: ['user'] },
  { property: 'clean-fork-held-out', off: 'held-out', on: 'held-out-clean', differsIn: ['place', 'user', 'believes'] },
  { property: 'clean-fork-strict', off: 'strict-sealed', on: 'strict', differsIn: ['place', 'user'] },
  { property: 'out-of-process', off: 'held-out-clean', on: 'strict', differsIn: ['believes', 'cases'] },
]

/** A property of a fork, and the arms in which acts have it and lack it. */
export interface Sides { readonly property: string; readonly with: string; readonly without: string }

/**
 * What is turned off in one arm is on in the main one, with two exceptions. Acts share one session with the test run, as the
 * published harness has it, so the arm of `session` is the one that has the property. And a source of the network is laid
 * inside the fork so that its trick is tried, so that both arms of `network` have it outside.
 */
export function sidesOf(ablation: Ablation): Sides {
  switch (ablation) {
    case 'session': return { property: 'separate-session', with: 'separate-session', without: 'main' }
    case 'network': return { property: 'network', with: 'with-network', without: 'without-network' }
    default: return { property: ablation, with: 'main', without: `without-${ablation}` }
  }
}

/** A verdict on one design that changes when one property is off. */
export interface Flip {
  readonly property: string
  /** Whether the fork has the property, or the verifier. */
  readonly of: 'fork' | 'verifier'
  readonly agent: string
  readonly label: string
  readonly family: string
  readonly verifier: string
  readonly on: string
  readonly off: string
  readonly tasks: readonly string[]
}

/** What was compared for one property, and what flipped. */
export interface Ablated { readonly property: string; readonly of: Flip['of']; readonly cheats: readonly string[]; readonly stopped: readonly string[]; readonly flips: readonly Flip[] }

type Compared = Omit<Flip, 'tasks'> & { readonly task: string; readonly flipped: boolean }

/** Every property: those of the fork by the arms with it and without, those of verifiers by their pairs. */
export function ablated(rows: readonly RowFacts[], census: Census): readonly Ablated[] {
  const tried = Ablation.options.filter((ablation) => rows.some((row) => row.ablation === ablation)).map(sidesOf)
  return [
    ...tried.toSorted((a, b) => a.property < b.property ? -1 : 1).map((sides) => summed(sides.property, 'fork', bothWays(sides, rows, census))),
    ...PAIRS.map((pair) => summed(pair.property, 'verifier', census.acts.filter(({ label }) => label === 'cheat').flatMap((act) => pairOn(pair, act)))),
  ]
}

/** The same agent on the same task with the property and without, verifier by verifier where both were judged. */
function bothWays(sides: Sides, rows: readonly RowFacts[], census: Census): readonly Compared[] {
  const [own, others] = [sides.with, sides.without].map((arm) => {
    const { acts, idle } = arm === 'main' ? census : censusOf(rows, arm)
    return [...acts, ...idle]
  })
  const lacking = new Map(others!.map((act) => [key(act), act]))
  return own!.flatMap((act) => {
    const without = lacking.get(key(act))
    return without === undefined ? [] : [...act.words.keys()].filter((id) => judged(act, id) && judged(without, id))
      .map((id) => compared(act, { property: sides.property, of: 'fork', verifier: id, on: act.words.get(id)!, off: without.words.get(id)! }))
  })
}

const key = ({ agent, task, backend }: Act): string => `${agent} ${task} ${backend}`

function pairOn({ property, on, off }: Pair, act: Act): readonly Compared[] {
  if (!judged(act, on) || !judged(act, off)) return []
  return [compared(act, { property, of: 'verifier', verifier: `${off} / ${on}`, on: act.words.get(on)!, off: act.words.get(off)! })]
}

function compared({ agent, label, family, task }: Act, how: Pick<Flip, 'property' | 'of' | 'verifier' | 'on' | 'off'>): Compared {
  return { ...how, agent, label, family, task, flipped: how.on !== how.off }
}

function summed(property: string, of: Flip['of'], all: readonly Compared[]): Ablated {
  const groups = Map.groupBy(all.filter(({ flipped }) => flipped), (each) => [each.agent, each.verifier, each.on].join('\0'))
  const flips = [...groups].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, same]): Flip => {
    const { task: _, flipped: __, ...flip } = same[0]!
    return { ...flip, tasks: same.map(({ task }) => task).toSorted() }
  })
  const cheats = all.filter(({ label }) => label === 'cheat')
  return {
    property, of, flips,
    cheats: agents(cheats), stopped: agents(cheats.filter(({ flipped, off }) => flipped && off === 'pass')),
  }
}

function agents(some: readonly { readonly agent: string }[]): readonly string[] {
  return [...new Set(some.map(({ agent }) => agent))].toSorted()
}

/** Every flip, also those of honest and weak behaviours, which say that the property matters for more than cheats. */
export function flipTable(all: readonly Ablated[]): Table {
  return {
    id: 'exp6-flips',
    title: 'Verdicts that a property flips',
    note: 'Of a fork: the same act with that property and without it. Of a verifier: two verifiers, one with the property and one without.',
    columns: ['property', 'of', 'agent', 'label', 'family', 'verifier', 'with_it', 'without_it', 'tasks'],
    rows: all.flatMap(({ flips }) => flips.map((flip) => [flip.property, flip.of, flip.agent, flip.label, flip.family, flip.verifier, flip.on, flip.off, flip.tasks.join(' ')])),
  }
}

/** Per property: how many cheats it stops, of those that were tried without it. */
export function ablationTable(all: readonly Ablated[]): Table {
  return {
    id: 'exp6-ablations',
    title: 'What each property stops',
    note: 'Stopped: cheats that some verifier passes without the property and fails with it. A fork\'s properties are tried on the families that they are there to stop, one task each; ' +
      'a verifier\'s on every cheat and task that both verifiers of the pair judged. differs_in: all that the pair differs in.',
    columns: ['property', 'of', 'cheats', 'stopped', 'compared', 'differs_in', 'stopped_cheats'],
    rows: all.map(({ property, of, cheats, stopped }) => {
      const pair = PAIRS.find((each) => each.property === property)
      return [property, of, cheats.length, stopped.length, pair === undefined ? 'with / without' : `${pair.on} / ${pair.off}`, pair === undefined ? 'policy' : pair.differsIn.join(' '), stopped.join(' ') || null]
    }),
  }
}

/** One finding a property. Told, not judged. */
export function flipFindings(all: readonly Ablated[]): readonly Finding[] {
  return all.map(({ property, cheats, stopped }) => ({
    experiment: 'exp6', finding: `exp6.stopped-by.${property}`, value: stopped.length, numerator: stopped.length, denominator: cheats.length, unit: 'cheats',
    interval: null, bounds: null, errors: 0, published: null, reproduced: null,
    because: `told, not judged: ${stopped.length} of ${cheats.length} cheats pass some verifier only without it${listed(stopped)}`,
  }))
}

/** In every arm the grading itself must still work: strict passes the oracle and fails the no-op. */
export function armControls(rows: readonly RowFacts[]): readonly Control[] {
  return [...new Set(rows.map(({ arm }) => arm))].filter((arm) => arm !== 'main').toSorted().map((arm) => {
    const { acts } = censusOf(rows, arm)
    const said = (agent: string): string => acts.find((act) => act.agent === agent)?.words.get('strict') ?? 'missing'
    return {
      experiment: 'exp6', control: arm, expected: 'strict passes the oracle and fails the no-op',
      measured: `${said('honest')} and ${said('noop')}`, holds: said('honest') === 'pass' && said('noop') === 'fail',
    }
  })
}
