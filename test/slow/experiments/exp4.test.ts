import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue, problemText, projectRoot } from '../../../src/catalogue/index.ts'
import { EXPERIMENTS } from '../../../src/experiments/index.ts'
import type { Analysis } from '../../../src/experiments/index.ts'
import type { TrialRow } from '../../../src/schema/index.ts'
import { runReal } from '../../helpers/staged.ts'

const exp4 = EXPERIMENTS.get('exp4')!
let rows: readonly TrialRow[]
let analysis: Analysis
beforeAll(async () => {
  const loaded = await loadCatalogue({ dirs: [projectRoot()] })
  if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'))
  const { catalogue } = loaded
  rows = [...(await runReal(catalogue, exp4.plan(catalogue).flatMap((phase) => phase.trials))).values()]
  analysis = exp4.analyse(rows)
}, 600_000)

const value = (id: string): unknown => analysis.findings.find(({ finding }) => finding === `exp4.${id}`)?.value

test('every trial is graded and every control holds', () => {
  expect(rows.filter(({ outcome }) => outcome.state !== 'graded').map(({ id }) => id)).toEqual([])
  expect(analysis.controls.filter(({ holds }) => !holds)).toEqual([])
})

// The tier of one id can't tell agent and grader apart, which the doctor says; there 0700 stops nobody.
test.each([
  ['beside', [7, 7, 7]], ['other-tree', [5, 5, 5]], ['other-tree-0700', [0, 5, 5]], ['absent', [0, 0, 0]],
] as const)('%s is read by this many of the readers: agent, verifier, root', (layout, counts) => {
  expect(['agent', 'verifier', 'root'].map((actor) => value(`${layout}.${actor}`))).toEqual(rows[0]!.tier === 'one-uid' && layout === 'other-tree-0700' ? [5, 5, 5] : counts)
})

test('what is read is what is scored', () => {
  for (const row of rows.filter(({ agent }) => agent.startsWith('reader-'))) {
    const read = row.verdicts['provenance']!.verdict === 'fail'
    expect([row.id, row.verdicts['strict']!.verdict, row.verdicts['held-out']!.verdict]).toEqual([row.id, ...(read ? ['pass', 'pass'] : ['fail', 'fail'])])
  }
})
