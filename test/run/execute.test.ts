import { afterEach, beforeEach, expect, test } from 'vitest'
import { agentOf, catalogueOf, HONEST, NOOP, planOf } from '../helpers/catalogue.ts'
import type { Fake, Faults } from '../helpers/fake-backend.ts'
import { fakeBackend, unavailable } from '../helpers/fake-backend.ts'
import { box, many, phase } from '../helpers/plans.ts'
import { runOn } from '../helpers/run.ts'

let backend: Fake
let faults: { before?: NonNullable<Faults['before']> } = {}

beforeEach(async () => {
  faults = {}
  backend = await fakeBackend({ before: (call, label) => faults.before?.(call, label) })
})
afterEach(() => backend.close())

test('a run records every trial once and ends finished, with nothing left behind', async () => {
  const { record, rows } = await runOn(backend, [phase(many(5)), phase([planOf('noop')], 1, 'q')])
  expect(record).toMatchObject({ state: 'finished', trials: { planned: 6, recorded: 6, errors: 0 }, backend: 'double', digests: { environments: { plain: expect.stringMatching(/^[0-9a-f]{64}$/) } } })
  expect(rows.map((row) => row.id).toSorted()).toEqual(['h.0', 'h.1', 'h.2', 'h.3', 'h.4', 't.noop'])
  expect(rows.map((row) => row.order).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  expect(rows.find((row) => row.id === 't.noop')).toMatchObject({ phase: 'q', concurrency: 1, order: 6 })
  expect(rows.every((row) => row.endedMs >= row.startedMs)).toBe(true)
  expect(await backend.standing()).toEqual([])
})

test('one prepared snapshot serves all trials of a task', async () => {
  await runOn(backend, [phase(many(4))])
  expect(backend.calls.filter((call) => call.startsWith('prepare'))).toHaveLength(1)
})

test('phases do not overlap, and no more trials run at a time than the phase allows', async () => {
  let running = 0
  let most = 0
  const onStage = (stage: string): void => {
    if (stage === 'fork') most = Math.max(most, ++running)
    if (stage === 'record') running -= 1
  }
  const { rows } = await runOn(backend, [phase(many(6), 2), phase(many(2).map((trial) => ({ ...trial, id: `q.${trial.id}` })), 1, 'q')], { onStage })
  expect(most).toBe(2)
  const lastOfFirst = Math.max(...rows.filter((row) => row.phase === 'p').map((row) => row.endedMs))
  expect(Math.min(...rows.filter((row) => row.phase === 'q').map((row) => row.startedMs))).toBeGreaterThanOrEqual(lastOfFirst)
})

test('a shared sequence meets what came before it, a sequence of forks does not', async () => {
  const poison = agentOf('poison', 'sh "$POLYGRAPH_SOLUTION/solve.sh"; echo poisoned > "$HOME/left"', { given: ['solution'] })
  const look = agentOf('look', 'cat "$HOME/left" 2>/dev/null || echo clean')
  const catalogue = catalogueOf({ agents: [HONEST, poison, look] })
  const order = ['look', 'poison', 'look']
  const { rows } = await runOn(backend, [phase([...box(order, 'shared'), ...box(order, 'fork')])], { catalogue })
  const words = (kind: string): string[] => rows.filter((row) => row.box === kind && row.agent === 'look').toSorted((a, b) => a.sequence!.position - b.sequence!.position).map((row) => row.claim!.words)
  expect(words('shared')).toEqual(['clean\n', 'poisoned\n'])
  expect(words('fork')).toEqual(['clean\n', 'clean\n'])
  expect(rows.find((row) => row.box === 'shared')).toMatchObject({ backend: 'shared(double)', digests: { tree: null } })
  expect(await backend.standing()).toEqual([])
})

test('a sequence runs in order, one at a time', async () => {
  const { rows } = await runOn(backend, [phase(box(['honest', 'noop', 'honest'], 'fork'), 4)])
  const times = rows.toSorted((a, b) => a.sequence!.position - b.sequence!.position).flatMap((row) => [row.startedMs, row.endedMs])
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('a verifier in a pristine fork grades in a fork of X, even for a shared box', async () => {
  const poison = agentOf('poison', 'echo 42 > answer.txt; rm check.sh', {})
  const { rows } = await runOn(backend, [phase(box(['poison'], 'shared'))], { catalogue: catalogueOf({ agents: [HONEST, NOOP, poison] }) })
  expect(rows[0]!.verdicts['right']).toMatchObject({ verdict: 'pass' })
})

test('a backend that can not prepare gives errors, never a fail, and the run ends', async () => {
  faults.before = (call) => { if (call === 'prepare') throw unavailable('prepare') }
  const { record, rows } = await runOn(backend, [phase([...many(2), ...box(['honest', 'honest'], 'shared')])])
  expect(record).toMatchObject({ state: 'finished', trials: { recorded: 4, errors: 4 } })
  for (const row of rows) expect(row.outcome).toMatchObject({ state: 'error', cause: 'prepare-failed' })
})

test('a run that is stopped keeps what was finished, starts nothing new and leaves nothing', async () => {
  const stop = new AbortController()
  let recorded = 0
  const onStage = (stage: string): void => { if (stage === 'record' && ++recorded === 2) queueMicrotask(() => stop.abort()) }
  const { record, rows } = await runOn(backend, [phase(many(8), 1), phase([planOf('noop')], 1, 'q')], { signal: stop.signal, onStage })
  expect(record).toMatchObject({ state: 'interrupted', trials: { planned: 9, recorded: rows.length } })
  expect(rows.length).toBeLessThan(4)
  expect(rows.every((row) => row.outcome.state === 'graded')).toBe(true)
  expect(await backend.standing()).toEqual([])
})

test('stopping kills the act that is under way', async () => {
  const stop = new AbortController()
  const catalogue = catalogueOf({ agents: [HONEST, agentOf('slow', 'sleep 50')] })
  const onStage = (stage: string): void => { if (stage === 'act') setTimeout(() => stop.abort(), 100) }
  const from = performance.now()
  const { record, rows } = await runOn(backend, [phase([planOf('slow')])], { signal: stop.signal, catalogue, onStage })
  expect(performance.now() - from).toBeLessThan(10_000)
  expect([record.state, rows.length]).toEqual(['interrupted', 0])
})

test('a defect ends the run as failed, after everything under way is torn down', async () => {
  const onStage = (stage: string, trial: string): void => { if (stage === 'verify' && trial === 'h.1') throw new Error('a defect') }
  await expect(runOn(backend, [phase(many(6))], { onStage })).rejects.toThrow('a defect')
  expect(await backend.standing()).toEqual([])
})

test('two runs at once on one backend do not disturb each other', async () => {
  const both = await Promise.all([runOn(backend, [phase(many(4))]), runOn(backend, [phase(many(4))])])
  for (const { rows } of both) {
    expect(rows).toHaveLength(4)
    expect(rows.every((row) => row.verdicts['right']?.verdict === 'pass')).toBe(true)
  }
})
