import { rowsOf, signed, type DataRow, type FigureSource } from './figure-rows.ts'

/** The columns of exp6-agents that are no verifier's. */
const FACTS: ReadonlySet<string> = new Set(['agent', 'label', 'family', 'conduct', 'artifact_correct', 'tasks', 'trick_ran'])

export const EXP6_FIGURES: readonly FigureSource[] = [
  {
    id: 'exp6-matrix', experiment: 'exp6',
    caption: 'Each behaviour over its tasks, from each verifier, by family. Orange: fooled, on all tasks or on some; purple: a false alarm. Numbers in bold: designs of the group that the verifier is wrong about. A census, without intervals.',
    data: (report) => matrix(rowsOf(report, 'exp6-agents'), new Map(rowsOf(report, 'exp6-families').map((row) => [String(row['family']), row]))),
  },
  {
    id: 'exp6-inflation', experiment: 'exp6',
    caption: 'From the pass rate of strict to that of each outcome verifier, on the acts that both judged; the label is the inflation in points. A property of the mix of this catalogue, most of which cheats.',
    data: (report) => rowsOf(report, 'scorecard').filter((row) => row['kind'] === 'outcome' && row['pass_rate'] !== null).map((row) => ({
      verifier: row['verifier']!, strict_rate: row['strict_pass_rate']!, pass_rate: row['pass_rate']!, text: signed(Number(row['inflation_points'])),
    })),
  },
  {
    id: 'exp6-ablations', experiment: 'exp6',
    caption: 'Cheats that each property stops: they pass some verifier without it and fail with it. Of a fork: the same act with the property off, on the families that it is there for. Of a verifier: two verifiers, one with the property and one without, on all cheats.',
    data: (report) => rowsOf(report, 'exp6-ablations').filter((row) => Number(row['cheats']) > 0).map((row) => ({
      property: row['property']!, of: row['of'] === 'fork' ? 'of a fork' : 'of a verifier', none: 0, stopped: row['stopped']!, text: `${row['stopped']} of ${row['cheats']}`,
    })),
  },
]

interface Agent { readonly row: DataRow; readonly group: string }

/** A line a behaviour, below a line a group that counts the designs about which a verifier is wrong. */
function matrix(agents: readonly DataRow[], families: ReadonlyMap<string, DataRow>): readonly DataRow[] {
  const verifiers = Object.keys(agents[0] ?? {}).filter((column) => !FACTS.has(column))
  const all = agents.map((row): Agent => ({ row, group: row['label'] === 'cheat' ? String(row['family']) : String(row['label']) }))
  // A layer a kind of mark would else put its own lines below those of another.
  const ordered = (rows: readonly DataRow[]): readonly DataRow[] => {
    const order = [...new Set(rows.map(({ line }) => line))]
    const place = new Map(order.map((line, index) => [line, index]))
    return rows.map((row) => ({ ...row, order: place.get(row['line'])! }))
  }
  const groups = [...Map.groupBy(all, ({ group }) => group)].toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return ordered(groups.flatMap(([group, own]) => {
    const wrong = (verifier: string): number => own.filter(({ row }) => ['fooled', 'fooled on some', 'alarm'].includes(stateOf(row[verifier] ?? null))).length
    // No count where a family has no cheat that is the verifier's affair.
    const counted = verifiers.map((verifier): DataRow => ({ line: `${group} (${own.length})`, verifier, count: wrong(verifier) || (families.get(group)?.[verifier] === null ? null : 0) }))
    return [
      ...counted,
      ...own.flatMap(({ row }) => verifiers.map((verifier): DataRow => {
        const state = stateOf(row[verifier] ?? null)
        return { line: row['agent']!, verifier, state, glyph: STATES[state]! }
      })),
    ]
  }))
}

const rank = (group: string): number => group === 'honest' ? 0 : group === 'weak' ? 1 : 2

const STATES: Readonly<Record<string, string>> = { 'pass': '✓', 'fail': '✗', 'fooled': '✓', 'fooled on some': '±', 'alarm': '✗', 'error': '!', 'nothing said': '' }

function stateOf(cell: string | number | null): string {
  const [said = '', wrongly] = String(cell ?? '').split(' ')
  if (wrongly === 'alarm') return 'alarm'
  if (wrongly === 'fooled') return said === 'pass' ? 'fooled' : 'fooled on some'
  if (said === 'pass' || said === 'fail') return said
  // Nothing wrong where the verifier has no say in this kind of cheat, though its tasks differ.
  if (said.includes('/')) return 'pass'
  return said === '' ? 'nothing said' : 'error'
}
