import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snapshot } from '../../src/contract/index.ts'
import { compare, PinMoved, pinOf } from '../../src/run/pins.ts'
import { planOf } from '../helpers/catalogue.ts'
import type { Fake } from '../helpers/fake-backend.ts'
import { fakeBackend, unavailable } from '../helpers/fake-backend.ts'
import { runOn } from '../helpers/run.ts'

let backend: Fake
beforeEach(async () => { backend = await fakeBackend() })
afterEach(() => backend.close())

const phases = [1, 2, 3].map((phase) => ({ id: `p${phase}`, concurrency: 1, trials: [planOf('honest', { id: `t.${phase}` })] }))
const CATALOGUE = '0'.repeat(64)

test('a catalogue that moves ends the run as failed, names it, and starts no further phase', async () => {
  let looks = 0
  const { record, rows } = await runOn(backend, phases, { catalogueNow: async () => (++looks <= 2 ? CATALOGUE : '1'.repeat(64)) })
  expect(record).toMatchObject({ state: 'failed', failure: expect.stringMatching(/^catalogue changed while the run was under way/), trials: { planned: 3, recorded: 2 } })
  expect(rows.map(({ id }) => id)).toEqual(['t.1', 't.2'])
  expect(await backend.standing()).toEqual([])
})

test('a catalogue that had moved before the first trial starts none', async () => {
  const { record, rows } = await runOn(backend, phases, { catalogueNow: async () => null })
  expect([record.state, record.failure, rows]).toEqual(['failed', expect.stringContaining('catalogue'), []])
})

test('a prepared state that changes ends the run as failed, and is named by task and environment', async () => {
  let asked = 0
  const moving = { ...backend, prepare: async (...args: Parameters<Fake['prepare']>): Promise<Snapshot> => {
    const snapshot = await backend.prepare(...args)
    return { ...snapshot, changes: async (bounds) => ++asked < 3 ? snapshot.changes(bounds) : { changes: [], complete: false } }
  } }
  const { record } = await runOn(moving, phases)
  expect(record).toMatchObject({ state: 'failed', failure: expect.stringMatching(/^snapshot answer\/plain\/[0-9a-f]{8} changed/), trials: { recorded: 2 } })
})

test('nothing moved is nothing told, and each prepared state is named in the record', async () => {
  const { record } = await runOn(backend, phases, { catalogueNow: async () => CATALOGUE })
  expect(record).toMatchObject({ state: 'finished', failure: null, digests: { snapshots: expect.objectContaining({}) } })
  expect(Object.keys(record.digests.snapshots)).toEqual([expect.stringMatching(/^answer\/plain\//)])
})

test('every name that moved or is missing is told', () => {
  expect(() => compare({ a: '1', b: '2', c: '3' }, { a: '1', b: '9' })).toThrow(/^b, c changed/)
  expect(() => compare({ a: '1' }, { b: '2' })).toThrow(PinMoved)
  expect(() => compare({ a: '1' }, { a: '1', b: '2' })).not.toThrow()
})

test('a state that the backend can not read has no pin; anything else it throws is thrown on', async () => {
  const failing = (thrown: Error): Snapshot => ({ digest: 'd', changes: async () => { throw thrown } }) as unknown as Snapshot
  expect(await pinOf(failing(unavailable('changes')))).toBeNull()
  await expect(pinOf(failing(new Error('a defect')))).rejects.toThrow('a defect')
})

test('evidence tells what each verifier ran, by whom, and nothing of another trial', async () => {
  const documents: Record<string, unknown>[] = []
  await runOn(backend, [{ id: 'p', concurrency: 2, trials: ['a', 'b'].map((id) => planOf('honest', { id })) }], {
    look: async (dir) => {
      for (const id of ['a', 'b']) documents.push(JSON.parse(await readFile(join(dir, 'evidence', id, 'actions.json'), 'utf8')) as Record<string, unknown>)
      await rm(join(dir, 'evidence', 'a'), { recursive: true })
    },
  })
  for (const { actions } of documents as { actions: { by: string; call: string; stage: string; ended?: { exit: number } }[] }[]) {
    expect(actions.map(({ stage, by, call }) => `${stage} ${by} ${call}`)).toEqual(['fork harness put', 'act agent exec', 'seal harness seal', 'verify right put', 'verify right exec'])
    expect(actions.at(-1)!.ended!.exit).toBe(0)
  }
})
