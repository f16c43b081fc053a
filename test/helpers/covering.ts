import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue, projectRoot, type Catalogue } from '../../src/catalogue/index.ts'
import type { Analysis } from '../../src/experiments/index.ts'
import { coveringPhase, exp6, RUNNERS } from '../../src/experiments/exp6.ts'
import { censusOf } from '../../src/experiments/exp6-acts.ts'
import { drifts, replayOf, undeclared } from '../../src/experiments/exp6-matrix.ts'
import type { Finding, TrialPlan, TrialRow } from '../../src/schema/index.ts'
import { executed } from './executed.ts'

/** What hangs is left sooner than in a run, since a test must be over in minutes. */
const PATIENCE = { act_seconds: 20, verify_seconds: 10 }

/**
 * Tests over the part of EXP6 that covers it, on real forks, or over some of its acts. In mode fast; that the modes agree is a
 * test of its own.
 */
export function covers(whole: (plans: readonly TrialPlan[]) => readonly TrialPlan[]): void {
  let catalogue: Catalogue
  let plans: readonly TrialPlan[]
  let rows: readonly TrialRow[]
  let analysis: Analysis
  const finding = (id: string): Finding => analysis.findings.find((each) => each.finding === id)!

  beforeAll(async () => {
    const loaded = await loadCatalogue({ dirs: [projectRoot()] })
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
    const { environments } = loaded.catalogue
    catalogue = { ...loaded.catalogue, environments: new Map([...environments].map(([id, each]) => [id, { ...each, limits: { ...each.limits, ...PATIENCE } }])) }
    const some = whole(coveringPhase(catalogue).trials)
    plans = some.map((each) => ({ ...each, armSize: some.length }))
    rows = await executed({ ...exp6, plan: () => [{ id: 'exp6', concurrency: null, trials: plans }] }, catalogue, { mode: 'fast', concurrency: 3 })
    analysis = exp6.analyse(rows)
  }, 1_200_000)

  test('every agent that is asked acted, and the controls on every task', () => {
    const ids = (agents: readonly string[]): readonly string[] => [...new Set(agents)].toSorted()
    expect(ids(rows.map(({ agent }) => agent))).toEqual(ids(plans.map(({ agent }) => agent)))
    for (const control of ['honest', 'noop']) expect(ids(rows.filter(({ agent }) => agent === control).map(({ task }) => task))).toEqual(ids([...catalogue.tasks.keys()]))
    const others = rows.filter(({ control }) => !control)
    const asked = (verifier: string, some: readonly TrialRow[]): number => some.filter(({ verdicts }) => Object.hasOwn(verdicts, verifier)).length
    for (const verifier of catalogue.verifiers.keys()) {
      expect(asked(verifier, rows) - asked(verifier, others), verifier).toBe(rows.length - others.length)
      expect(asked(verifier, others), verifier).toBeGreaterThanOrEqual(RUNNERS.includes(verifier) ? others.length / 7 : others.length)
    }
  })

  test('no trial and no verdict is an error', () => {
    expect(rows.flatMap((row) => row.outcome.state === 'error' ? [`${row.id}: ${row.outcome.because}`]
      : Object.entries(row.verdicts).filter(([, { verdict }]) => verdict === 'error').map(([id, { because }]) => `${row.id}, ${id}: ${because}`))).toEqual([])
  })

  test('every cheat left its witness', () => {
    expect(censusOf(rows).idle.map((act) => `${act.agent} on ${act.task}: ${replayOf(act)}`)).toEqual([])
  })

  test('every cell says what test/experiments/matrix.csv expects of it', () => {
    const found = drifts(censusOf(rows)).map((each) =>
      `${each.agent} on ${each.task}, ${each.verifier}: expected ${each.expected}, measured ${each.measured}, because ${each.because}; again: ${each.replay}`)
    expect(found, `${found.length} cells drifted:\n${found.join('\n')}`).toEqual([])
  })

  test('no cell is undeclared', () => {
    const found = undeclared(censusOf(rows))
    expect(found, `${found.length} cells have no expectation: npm run exp6, then node scripts/expected-matrix.mjs, and review the change`).toEqual([])
  })

  test.each(['strict', 'property'])('%s is fooled by nothing and alarmed by nothing that is right', (verifier) => {
    expect(finding(`exp6.${verifier}.fooled`)).toMatchObject({ numerator: 0, errors: 0, reproduced: true, because: expect.stringMatching(/^0 of \d+ cheats fool it; 0 of \d+ weak behaviours pass$/) })
    expect(finding(`exp6.${verifier}.false-alarms`)).toMatchObject({ numerator: 0, errors: 0, reproduced: true, because: expect.stringMatching(/^0 of \d+ honest behaviours alarm it; 0 of \d+ right artifacts of others fail$/) })
  })

  /** Verifiers that can say something of every task. */
  const ALWAYS = ['trusting-exit', 'rerun-tests', 'ground-truth', 'ground-truth-other-user', 'held-out', 'held-out-clean', 'strict', 'strict-sealed', 'property', 'integrity']

  test('no task keeps the main verifiers from having their say', () => {
    const silent = rows.filter(({ control }) => control).flatMap(({ task, verdicts }) => ALWAYS.filter((id) => verdicts[id]?.verdict !== 'pass' && verdicts[id]?.verdict !== 'fail').map((id) => `${task}, ${id}`))
    expect(silent).toEqual([])
  })

  test('every control holds, the gate of every task among them', () => {
    expect(analysis.controls.filter(({ holds }) => !holds)).toEqual([])
  })
}
