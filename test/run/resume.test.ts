import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setAside } from '../../src/run/aside.ts'
import { folderOf } from '../../src/run/folder.ts'
import type { Experiment } from '../../src/experiments/index.ts'
import { differsFrom, reopen } from '../../src/run/index.ts'
import type { Stage } from '../../src/trial/index.ts'
import { agentOf, catalogueOf, HONEST, NOOP, planOf } from '../helpers/catalogue.ts'
import type { Fake, Faults } from '../helpers/fake-backend.ts'
import { fakeBackend, unavailable } from '../helpers/fake-backend.ts'
import { box, many, phase, SMALL, SMALL_TRIALS } from '../helpers/plans.ts'
import { executeIn, experimentOf, resumeIn, rowsIn, runOn, withoutTimes, supersededIn } from '../helpers/run.ts'

let dir: string
let backend: Fake
let faults: { before?: NonNullable<Faults['before']> } = {}
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polygraph-resume-'))
  faults = {}
  backend = await fakeBackend({ before: (call, label) => faults.before?.(call, label) })
})
afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
  await backend.close()
})

/** Stops a run when a stage is reached for the n-th time. */
function stopAt(stage: Stage, count: number): { readonly signal: AbortSignal; onStage(reached: Stage): void } {
  const stop = new AbortController()
  let left = count
  return { signal: stop.signal, onStage: (reached) => { if (reached === stage && --left === 0) stop.abort() } }
}

const experiments: readonly Experiment[] = [experimentOf(...SMALL)]

test('a run that was stopped anywhere, and then gone on with, holds what an undisturbed one holds, each trial once', async () => {
  const whole = withoutTimes((await runOn(backend, SMALL, { concurrency: 1 })).rows)
  const stage = fc.constantFrom<Stage>('fork', 'act', 'seal', 'verify', 'discard', 'record')
  await fc.assert(fc.asyncProperty(stage, fc.integer({ min: 1, max: SMALL_TRIALS }), async (at, count) => {
    const own = await mkdtemp(join(dir, 'run-'))
    const cut = await executeIn(own, backend, SMALL, { concurrency: 1, ...stopAt(at, count) })
    expect(cut.record.state).toBe('interrupted')
    const { record, rows, reopened } = await resumeIn(own, backend, SMALL)
    expect(record).toMatchObject({ state: 'finished', trials: { planned: SMALL_TRIALS, recorded: SMALL_TRIALS, errors: 0 } })
    expect(withoutTimes(rows)).toEqual(whole)
    const stays = new Map(rows.map((row) => [row.id, row]))
    for (const row of reopened.keep) expect(stays.get(row.id)).toMatchObject(row)
    expect(await supersededIn(own)).toMatchObject(reopened.aside)
    expect(record.sittings.map(({ state, kept, setAside: aside, recorded }) => ({ state, kept, aside, recorded }))).toEqual([
      { state: 'interrupted', kept: 0, aside: 0, recorded: cut.rows.length },
      { state: 'finished', kept: reopened.keep.length, aside: reopened.aside.length, recorded: SMALL_TRIALS - reopened.keep.length },
    ])
    expect(await backend.standing()).toEqual([])
  }), { numRuns: 2 })
})

test('a sequence that was cut is done again as a whole, its rows are set aside, and orders go on', async () => {
  const plan = [phase(box(['honest', 'noop', 'noop'], 'shared'), 1)]
  const cut = await executeIn(dir, backend, plan, stopAt('act', 3))
  expect(cut.rows.map((row) => row.id)).toEqual(['shared.1', 'shared.2'])
  const { rows, record, reopened } = await resumeIn(dir, backend, plan)
  expect(reopened.left).toBe(3)
  expect(rows.map(({ id, order }) => [id, order])).toEqual([['shared.1', 3], ['shared.2', 4], ['shared.3', 5]])
  expect(await supersededIn(dir)).toMatchObject([{ because: 'sequence-cut', row: { id: 'shared.1', order: 1 } }, { because: 'sequence-cut', row: { id: 'shared.2' } }])
  expect(record.trials.recorded).toBe(3)
})

test('times go on from the last that was recorded, so that a pause is no time of the run', async () => {
  let now = 1000
  const clock = { monotonicMs: () => now += 5, now: () => new Date('2026-01-01') }
  const plan = [phase(many(4), 1)]
  const cut = await executeIn(dir, backend, plan, { clock, ...stopAt('act', 3) })
  const last = Math.max(...cut.rows.map((row) => row.endedMs))
  now = 5
  const { rows } = await resumeIn(dir, backend, plan, { clock })
  const later = rows.filter((row) => row.order > cut.rows.length)
  expect(later.length).toBe(2)
  for (const row of later) expect(row.startedMs).toBeGreaterThanOrEqual(last)
  expect(Math.max(...later.map((row) => row.endedMs))).toBeLessThan(last + 1000)
})

test('half a row at the end is dropped and told, a broken one in the middle stops the resumption', async () => {
  const { record } = await executeIn(dir, backend, SMALL, stopAt('act', 4))
  const file = join(dir, 'trials.jsonl')
  const before = await readFile(file, 'utf8')
  await appendFile(file, '{"id":"h.1","exper')
  expect(await reopen(folderOf(dir), record, { experiments, catalogue: catalogueOf(), retryErrors: false, clock: { monotonicMs: () => 0, now: () => new Date(0) } })).toMatchObject({ cutTail: true })
  expect(await readFile(file, 'utf8')).toBe(before)
  await writeFile(file, `{}\n${before}`)
  await expect(resumeIn(dir, backend, SMALL)).rejects.toThrow('trials.jsonl:1 is no row')
})

test('a row of another run is refused', async () => {
  await executeIn(dir, backend, SMALL, stopAt('act', 4))
  const file = join(dir, 'trials.jsonl')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"run":"[^"]*"/, '"run":"other"'))
  await expect(resumeIn(dir, backend, SMALL)).rejects.toThrow('a row of another run: ')
})

test('errors alone are repeated where that is asked for, and their rows kept aside', async () => {
  const plan = [phase([...many(3), ...box(['honest', 'noop'], 'shared')], 1)]
  let [forks, shared] = [0, 0]
  faults.before = (call, label) => {
    if (call === 'fork' && label === 'h.1' && forks++ === 0) throw unavailable('fork')
    if (call === 'put' && label === 'shared.2' && shared++ === 0) throw unavailable('put')
  }
  const broken = await executeIn(dir, backend, plan)
  const inError = broken.rows.filter((row) => row.outcome.state === 'error').map((row) => row.id)
  expect(inError).toContain('h.1')
  expect((await resumeIn(dir, backend, plan)).reopened).toMatchObject({ left: 0, aside: [] })
  const before = await rowsIn(dir)
  const { rows, record, reopened } = await resumeIn(dir, backend, plan, { retryErrors: true })
  expect(record.trials).toEqual({ planned: 5, recorded: 5, errors: 0 })
  expect(reopened.aside.map(({ row }) => row.id).toSorted()).toEqual([...new Set(inError.flatMap((id) => id.startsWith('shared') ? ['shared.1', 'shared.2'] : [id]))].toSorted())
  expect(reopened.aside.every(({ because }) => because === 'error-repeated')).toBe(true)
  for (const row of before.filter(({ id }) => !reopened.aside.some((each) => each.row.id === id))) expect(rows).toContainEqual(row)
})

test('a death between the two files of setting aside doubles no row and loses none', async () => {
  const { rows } = await executeIn(dir, backend, [phase(many(3), 1)])
  const folder = folderOf(dir)
  const aside = rows.slice(0, 2).map((row) => ({ schema: 1 as const, at: '2026-01-01T00:00:00.000Z', because: 'error-repeated' as const, row }))
  // As after a death before the rename, and in the middle of the first write.
  await writeFile(join(dir, 'superseded.jsonl'), `${JSON.stringify(aside[0])}\n${JSON.stringify(aside[1]).slice(0, 40)}`)
  await setAside(folder, rows.slice(2), aside)
  expect(await supersededIn(folder.dir)).toEqual(aside)
  expect(await rowsIn(dir)).toEqual(rows.slice(2))
  expect((await readdir(dir)).toSorted()).toEqual(['evidence', 'run.json', 'superseded', 'superseded.jsonl', 'trials.jsonl'])
})

test('an environment that is another one than before ends the run with a sentence, and records no trial on it', async () => {
  const plan = [phase(many(3), 1)]
  await executeIn(dir, backend, plan, stopAt('act', 2))
  const file = join(dir, 'run.json')
  const text = await readFile(file, 'utf8')
  const { digests } = JSON.parse(text) as { digests: { environments: { plain: string } } }
  await writeFile(file, text.replace(digests.environments.plain, 'f'.repeat(64)))
  await expect(resumeIn(dir, backend, plan)).rejects.toThrow('environment plain was ffffffffffff… when this run began')
  expect(await rowsIn(dir)).toHaveLength(1)
  expect(await backend.standing()).toEqual([])
})

describe('what would go on with a run and is not what began it', () => {
  test('is named: program, catalogue, backend, tier and promises', async () => {
    const { record } = await executeIn(dir, backend, [phase(many(1))])
    const ready = await backend.readiness()
    if (!ready.ready) throw new Error('a double is always ready')
    const now = { catalogue: catalogueOf(), backend, ready }
    expect(await differsFrom(record, now)).toEqual([])
    const other = { ...record, backend: 'qemu', tier: 'root', promises: { ...record.promises, ownKernel: true }, digests: { ...record.digests, catalogue: 'a'.repeat(64), program: 'b'.repeat(64) } }
    expect(await differsFrom(other, now)).toEqual([
      expect.stringMatching(/^the program was bbbbbbbbbbbb… and is [0-9a-f]{12}…$/),
      'the catalogue was aaaaaaaaaaaa… and is 000000000000…',
      'the backend was qemu and is double',
      'its tier was root and is double',
      'its promise ownKernel was true and is false',
    ])
  })
})

test('a clock that jumps by years, forth and back, changes no row and no verdict', async () => {
  let jumps = 0
  const clock = { monotonicMs: () => performance.now(), now: () => new Date(jumps++ % 2 === 0 ? '2046-01-01' : '1971-01-01') }
  const { rows, record } = await runOn(backend, SMALL, { clock })
  expect(withoutTimes(rows)).toEqual(withoutTimes((await runOn(backend, SMALL)).rows))
  expect(record.state).toBe('finished')
})

test('a monotonic clock that goes back, as no real one does, gives times that are never negative', async () => {
  let now = 1e9
  const clock = { monotonicMs: () => now -= 1000, now: () => new Date('2026-01-01') }
  const { rows } = await runOn(backend, [phase([planOf('honest'), planOf('noop')], 1)], { clock, catalogue: catalogueOf({ agents: [HONEST, NOOP, agentOf('other', ':')] }) })
  expect(rows.map((row) => [row.outcome.state, row.startedMs, row.endedMs])).toEqual([['graded', 0, 0], ['graded', 0, 0]])
})
