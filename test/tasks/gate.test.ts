import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNamespacesBackend } from '../../src/backends/namespaces/index.ts'
import { projectRoot } from '../../src/catalogue/index.ts'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import type { Gate } from '../../src/experiments/index.ts'
import { gatesOf, gateTrials } from '../../src/experiments/index.ts'
import { match } from '../../src/experiments/recorded.ts'
import { execute, folderOf, readRows, silent } from '../../src/run/index.ts'
import type { TrialRow } from '../../src/schema/index.ts'
import { loadedFrom } from '../catalogue/scratch.ts'

/** Real forks, every task, every verifier of kind outcome: the oracle passes and the no-op fails, or the task is refused. */
const catalogue = await loadedFrom(projectRoot())
const tasks = [...catalogue.tasks.keys()]
const outcome = [...catalogue.verifiers.values()].filter(({ kind }) => kind === 'outcome').map(({ id }) => id)
const beside = [...catalogue.verifiers.values()].filter(({ kind }) => kind === 'tamper').map(({ id }) => id)
/** Verifiers that can say something of every task. */
const ALWAYS = ['trusting-exit', 'rerun-tests', 'ground-truth', 'ground-truth-other-user', 'held-out', 'held-out-clean', 'strict', 'strict-sealed', 'property', 'integrity']
const trials = gateTrials('gate', tasks, [...outcome, ...beside])

let gates: readonly Gate[]
let rows: readonly TrialRow[]
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-gate-'))
  const backend = createNamespacesBackend()
  try {
    const ready = await backend.readiness()
    if (!ready.ready) throw new Error(ready.because)
    await execute({
      folder: folderOf(dir), catalogue, backend, ready, mode: 'fast', seed: 1, concurrency: 2, command: ['gate'],
      experiments: [{ id: 'gate', title: 'Gate', question: 'Which tasks are let in?', plan: () => [{ id: 'gate', concurrency: null, trials }], analyse: () => ({ findings: [], controls: [], tables: [] }) }],
      clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal, progress: silent,
    })
    const read = await readRows(folderOf(dir).rows)
    if (!read.ok) throw new Error(read.because)
    rows = read.rows
    gates = gatesOf(match(trials, rows), outcome)
  } finally {
    await backend.close()
    await rm(dir, { recursive: true, force: true })
  }
}, 1_800_000)
afterAll(() => { gates = []; rows = [] })

describe.each(tasks)('%s', (task) => {
  test('is let in', () => {
    const told = rows.filter((row) => row.task === task).flatMap((row) => Object.entries(row.verdicts).map(([id, verdict]) => `${row.agent}: ${id} ${verdict.verdict}, ${verdict.because}`))
    expect(gates.find((gate) => gate.task === task), told.join('\n')).toEqual({ task, against: [] })
  })

  test('is graded by every verifier, and no act keeps the main ones from having their say', () => {
    for (const row of rows.filter((each) => each.task === task)) {
      expect(row.outcome).toEqual({ state: 'graded' })
      expect(Object.keys(row.verdicts).toSorted()).toEqual([...outcome, ...beside].toSorted())
      const spoke = Object.entries(row.verdicts).flatMap(([id, { verdict }]) => (verdict === 'pass' || verdict === 'fail' ? [id] : []))
      expect(spoke).toEqual(expect.arrayContaining(ALWAYS))
    }
  })

  test('leaves nothing behind, when it is done honestly or not at all, that looks like tampering', () => {
    const verdicts = rows.filter((row) => row.task === task).flatMap((row) => beside.map((id) => row.verdicts[id]))
    expect(verdicts.filter((verdict) => verdict?.verdict === 'fail' || verdict?.verdict === 'error')).toEqual([])
    expect(verdicts.filter((verdict) => verdict?.verdict === 'pass').length).toBeGreaterThanOrEqual(2)
  })
})
