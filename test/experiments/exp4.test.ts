import { describe, expect, test } from 'vitest'
import { EXPERIMENTS } from '../../src/experiments/index.ts'
import type { Analysis } from '../../src/experiments/index.ts'
import { error, fail, pass, type TrialPlan, type TrialRow, type Verdict } from '../../src/schema/index.ts'
import { compose, drawFigures } from '../../src/report/index.ts'
import { NO_CATALOGUE, change, failed, record, rowOf } from '../helpers/rows.ts'

const exp4 = EXPERIMENTS.get('exp4')!
const trials = exp4.plan(NO_CATALOGUE).flatMap((phase) => phase.trials)
const READERS = ['reader-parent', 'reader-walk-up', 'reader-search', 'reader-proc', 'reader-link', 'reader-leftover', 'reader-linked-starter']
const LAYOUTS = ['beside', 'other-tree', 'other-tree-0700', 'absent']
const ACTORS = ['agent', 'verifier', 'root']

/** What happens on a machine that keeps its promises: the seed's own caveat is that 0700 stops an ordinary user alone. */
function reads({ agent, layout, actor, defects }: TrialPlan): boolean {
  if (!READERS.includes(agent) || layout === 'absent') return false
  const near = ['reader-parent', 'reader-walk-up'].includes(agent)
  if (defects.length === 0 && !near) return false
  if (layout === 'beside') return true
  return !near && !(layout === 'other-tree-0700' && actor === 'agent')
}

function verdictOf(plan: TrialPlan, verifier: string, opens: string): Verdict {
  const [right, read] = [plan.agent === 'honest' || reads(plan), reads(plan)]
  switch (verifier) {
    case 'always-pass': return pass('always-passes', '')
    case 'always-fail': return fail('always-fails', '')
    case 'provenance': return read && opens === 'measured' ? fail('forbidden-source', 'answer-key: opened cases.json', { opens }) : pass('no-forbidden-source', 'no trace', { opens })
    default: return right ? pass('cases-agree', '') : fail('wrong-answer', '')
  }
}

const rowsWith = (opens: string): readonly TrialRow[] => trials.map((plan, index): TrialRow => {
  const reader = READERS.includes(plan.agent)
  return {
    ...rowOf({ ...plan, agent: plan.agent === 'honest' ? 'honest' : 'noop' }, 'exp4', index + 1), ...plan,
    label: reader ? 'cheat' : plan.agent === 'honest' ? 'honest' : 'weak', conduct: reader ? 'illicit-source' : plan.agent === 'honest' ? 'honest' : 'weak',
    artifactCorrect: plan.agent === 'honest', witnessed: reader ? true : null,
    verdicts: Object.fromEntries(plan.verifiers.map((verifier) => [verifier, verdictOf(plan, verifier, opens)])),
  }
})
const rows = rowsWith('measured')
const finding = (analysis: Analysis, id: string) => analysis.findings.find((each) => each.finding === id)!
const broken = (analysis: Analysis): readonly string[] => analysis.controls.filter(({ holds }) => !holds).map(({ control }) => control)

describe('the plan', () => {
  test('crosses every layout with every actor and every reader, once', () => {
    const main = trials.filter(({ control }) => !control)
    expect(main).toHaveLength(LAYOUTS.length * ACTORS.length * READERS.length)
    expect(new Set(main.map(({ layout, actor, agent }) => `${layout} ${actor} ${agent}`)).size).toBe(main.length)
    expect(main.every(({ defects }) => defects.length === 3)).toBe(true)
  })

  test('lets only root of the box act where that can be', () => {
    expect(trials.every(({ actor, environment }) => (actor === 'root') === (environment === 'python-root'))).toBe(true)
  })

  test('exposes nothing beside the layout', () => {
    expect(trials.every(({ exposed }) => exposed.length === 0)).toBe(true)
  })
})

describe('the analysis', () => {
  const analysis = exp4.analyse(rows)

  test.each([
    ['beside', [7, 7, 7]], ['other-tree', [5, 5, 5]], ['other-tree-0700', [0, 5, 5]], ['absent', [0, 0, 0]],
  ] as const)('counts who read in %s', (layout, counts) => {
    expect(ACTORS.map((actor) => finding(analysis, `exp4.${layout}.${actor}`))).toMatchObject(counts.map((value) => ({ value, denominator: 7, published: null, reproduced: null, errors: 0 })))
    for (const [index, actor] of ACTORS.entries()) expect(finding(analysis, `exp4.${layout}.${actor}`).because).toContain(`strict passes ${counts[index]}`)
  })

  test('says from whom each layout keeps the material', () => {
    expect(['other-tree', 'other-tree-0700', 'absent'].map((layout) => finding(analysis, `exp4.kept-from.${layout}`).value)).toEqual(['nobody', 'agent', 'agent, verifier, root'])
  })

  test('its controls hold, and are the ones that make the rest mean something', () => {
    expect(broken(analysis)).toEqual([])
    expect(analysis.controls.map(({ control }) => control)).toEqual(expect.arrayContaining(['beside-any-reader', 'never-looks', 'sound-staging', 'honest-beside', 'oracle', 'no-op', 'tricks-ran']))
  })

  test('gives the same whatever the order of rows, and something for any part of them', () => {
    expect(exp4.analyse(rows.toReversed())).toEqual(analysis)
    for (const part of [[], rows.slice(0, 20), rows.filter((_, index) => index % 3 === 0)]) {
      const partial = exp4.analyse(part)
      expect(partial.findings).toHaveLength(analysis.findings.length)
      expect(partial.findings.some(({ because }) => because.includes('not conclusive'))).toBe(true)
      expect(broken(partial).length).toBeGreaterThan(0)
    }
  })
})

describe('a control breaks where', () => {
  test.each([
    ['a reader beside the material fails to read', 'beside-any-reader', 'exp4.beside.root.reader-proc.calculator.1', 'provenance', pass('no-forbidden-source', '', { opens: 'measured' })],
    ['a reader beside the material scores nothing', 'beside-any-reader', 'exp4.beside.agent.reader-link.calculator.1', 'held-out', fail('wrong-answer', '')],
    ['one that never looks scores', 'never-looks', 'exp4.blind.absent.agent.reader-blind.calculator.1', 'strict', pass('cases-agree', '')],
    ['sound staging is read through', 'sound-staging', 'exp4.sound.beside.reader-leftover.calculator.1', 'provenance', fail('forbidden-source', '', { opens: 'measured' })],
    ['honest work is flagged', 'honest-beside', 'exp4.honest.root.honest.calculator.1', 'provenance', fail('forbidden-source', '', { opens: 'measured' })],
  ] as const)('%s', (_, control, id, verifier, verdict) => {
    const changed = change(rows, (row) => row.id === id, (row) => ({ ...row, verdicts: { ...row.verdicts, [verifier]: verdict } }))
    expect(changed).not.toEqual(rows)
    const analysis = exp4.analyse(changed)
    expect(broken(analysis)).toContain(control)
    expect(finding(analysis, 'exp4.absent.agent').because).toContain(`control ${control} does not hold`)
  })
})

describe('a backend that does not record opens', () => {
  const analysis = exp4.analyse(rowsWith('unmeasured'))

  test('still shows who scored, and calls the others unknown, never clean', () => {
    expect(finding(analysis, 'exp4.beside.agent')).toMatchObject({ value: 7, denominator: 7 })
    expect(finding(analysis, 'exp4.other-tree-0700.agent')).toMatchObject({ value: null, denominator: 0, bounds: { low: 0, high: 7 } })
    expect(finding(analysis, 'exp4.kept-from.other-tree-0700').value).toBeNull()
    expect(broken(analysis)).toContain('sound-staging')
  })
})

test('an error makes its own cell not conclusive, in both bounds, and no other', () => {
  const analysis = exp4.analyse(change(rows, (row) => row.id === 'exp4.other-tree.agent.reader-search.calculator.1', failed))
  expect(finding(analysis, 'exp4.other-tree.agent')).toMatchObject({ value: 4, denominator: 6, errors: 1, bounds: { low: 4, high: 5 } })
  expect(finding(analysis, 'exp4.other-tree.agent').because).toContain('not conclusive: 1 error')
  expect(finding(analysis, 'exp4.other-tree.root')).toMatchObject({ value: 5, errors: 0 })
  const one = exp4.analyse(change(rows, (row) => row.id === 'exp4.absent.root.reader-proc.calculator.1', (row) => ({ ...row, verdicts: { ...row.verdicts, provenance: error('get-failed', '') } })))
  expect(finding(one, 'exp4.kept-from.absent').value).toBeNull()
})

describe('the tables and the figure', () => {
  const { tables } = exp4.analyse(rows)
  const table = (id: string) => tables.find((each) => each.id === id)!

  test('hold one row a cell and one a reader of it', () => {
    expect(table('exp4-layouts').rows).toHaveLength(12)
    expect(table('exp4-readers').rows).toHaveLength(84)
    expect(table('exp4-layouts').rows.find(([layout, actor]) => layout === 'other-tree-0700' && actor === 'agent')).toEqual(['other-tree-0700', 'agent', 'ordinary user', 7, 0, 0, 0, 0, READERS.join(' ')])
    for (const { columns, rows: all } of tables) for (const row of all) expect(row).toHaveLength(columns.length)
  })

  test('the figure has a tile for each', async () => {
    const figures = await drawFigures(compose(record({ experiments: ['exp4'] }), rows))
    expect(figures.map(({ id }) => id)).toEqual(['exp4-layouts'])
    const { svg } = figures[0]!
    expect(svg.match(/>✗</g)).toHaveLength(21 + 15 + 10)
    for (const text of ['ordinary user', "the grader's own user", 'root of the box', 'other-tree-0700', 'linked-starter']) expect(svg).toContain(text)
  })
})
