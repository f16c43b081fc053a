import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import { differences, folderOf } from '../../src/run/index.ts'
import { actsOf, planOf, replay } from '../../src/run/replay.ts'
import type { TrialRow } from '../../src/schema/index.ts'
import { fail, TrialPlan } from '../../src/schema/index.ts'
import { agentOf, catalogueOf, HONEST, planOf as planFor } from '../helpers/catalogue.ts'
import type { Fake } from '../helpers/fake-backend.ts'
import { fakeBackend } from '../helpers/fake-backend.ts'
import { box, phase } from '../helpers/plans.ts'
import { publishedRows } from '../helpers/rows.ts'
import { executeIn } from '../helpers/run.ts'

let backend: Fake
let dir: string
beforeEach(async () => {
  backend = await fakeBackend()
  dir = await mkdtemp(join(tmpdir(), 'polygraph-replay-'))
})
afterEach(async () => {
  await backend.close()
  await rm(dir, { recursive: true, force: true })
})

const LOOK = agentOf('look', 'cat "$HOME/left" 2>/dev/null || echo clean')
const LEAVE = agentOf('leave', 'echo left > "$HOME/left"')
const CLOCK = agentOf('clock', 'date +%s%N')
const catalogue = catalogueOf({ agents: [HONEST, LOOK, LEAVE, CLOCK] })

/** The row of a trial of that run, and of its replay. */
async function again(plans: readonly TrialPlan[], id: string): Promise<readonly [TrialRow, TrialRow]> {
  const { record, rows } = await executeIn(dir, backend, [phase(plans, 1)], { catalogue })
  const row = rows.find((each) => each.id === id)!
  const ready = await backend.readiness()
  if (!ready.ready) throw new Error('a double is always ready')
  return [row, await replay(row, { folder: folderOf(dir), record, rows, catalogue, backend, ready, clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal })]
}
/** What of a double's row says where its forks lie. */
const judged = (was: TrialRow, is: TrialRow): readonly string[] => differences(was, is).filter(({ field, state }) => state === 'differs' && field !== 'changed.paths').map(({ field }) => field)

test('a deterministic trial is the same in every field, and nothing is left', async () => {
  const [was, is] = await again([planFor('honest')], 't.honest')
  expect(judged(was, is)).toEqual([])
  expect(await backend.standing()).toEqual([])
})

test('a trial that writes the time differs in its words and in what is made of them, and in no verdict', async () => {
  const [was, is] = await again([planFor('clock')], 't.clock')
  expect(judged(was, is)).toEqual(['claim.words', 'digest.output', 'digest.outputNormalised'])
})

test('a trial in a shared box is acted after all that came before it there', async () => {
  const [was, is] = await again(box(['leave', 'look', 'look'], 'shared'), 'shared.2')
  expect([was.claim!.words, is.claim!.words]).toEqual(['left\n', 'left\n'])
  expect(judged(was, is)).toEqual([])
})

test('one of a sequence of forks is acted alone', async () => {
  const [was, is] = await again(box(['leave', 'look'], 'fork'), 'fork.2')
  expect([was.claim!.words, is.claim!.words]).toEqual(['clean\n', 'clean\n'])
})

describe('a row carries its plan', () => {
  test('whole, with what is optional only where it is there', () => {
    for (const row of publishedRows()) {
      const plan = planOf(row)
      expect(TrialPlan.safeParse(plan).success).toBe(true)
      expect({ ...row, ...plan }).toEqual(row)
      expect('ablation' in plan).toBe(false)
    }
  })

  test('and in a shared box those before it, in their order', () => {
    const rows = publishedRows(['exp3'])
    const row = rows.find((each) => each.box === 'shared' && each.sequence?.position === 4)!
    expect(actsOf(row, rows.toReversed()).map((plan) => plan.sequence?.position)).toEqual([1, 2, 3, 4])
    expect(actsOf(rows.find((each) => each.box === 'fork' && each.sequence?.position === 4)!, rows)).toHaveLength(1)
  })
})

describe('two rows', () => {
  const row = publishedRows(['exp1'])[0]!
  const differing = (other: TrialRow): readonly string[] => differences(row, other).filter(({ state }) => state === 'differs').map(({ field }) => field)

  test('are the same whatever times, usage, order and run say', () => {
    fc.assert(fc.property(fc.nat(), fc.nat(), fc.string(), (order, ms, run) => {
      expect(differing({ ...row, order: order + 1, startedMs: ms, endedMs: ms + 1, run, times: { ...row.times!, act: ms }, usage: { cpuMs: ms, peakMemoryBytes: ms } })).toEqual([])
    }))
  })

  test('differ in what was changed, and in nothing else', () => {
    expect(differing({ ...row, outcome: { state: 'error', cause: 'fork-failed', because: 'x' } })).toEqual(['outcome'])
    expect(differing({ ...row, verdicts: { ...row.verdicts, strict: fail('timed-out', 'x') } })).toEqual(['verdict.strict'])
    expect(differing({ ...row, verdicts: {} })).toEqual(Object.keys(row.verdicts).map((id) => `verdict.${id}`))
    expect(differing({ ...row, claim: { ...row.claim!, testExit: 1 } })).toEqual(['claim.testExit'])
    expect(differing({ ...row, digests: { ...row.digests, artifact: null } })).toEqual(['digest.artifact'])
    expect(differing({ ...row, changed: { count: 2, paths: row.changed.paths } })).toEqual(['changed.count'])
  })

  test('with durations alone between them are the same, and the raw digest is not judged', () => {
    const other = { ...row, claim: { ...row.claim!, testOutput: '2 passed in 3.44s' }, digests: { ...row.digests, output: '9'.repeat(64) } }
    const same = { ...row, claim: { ...row.claim!, testOutput: '2 passed in 0.01s' } }
    expect(differences(same, other).filter(({ state }) => state !== 'same')).toEqual([expect.objectContaining({ field: 'digest.output', state: 'differs-in-chance' })])
  })

  test('with markers that were drawn anew are the same where the words only repeat them', () => {
    const marked = (canary: string): TrialRow => ({ ...row, laid: [{ source: 'answer-key', canary }], claim: { ...row.claim!, words: `found ${canary}` }, digests: { ...row.digests, tree: canary.padEnd(64, '0') } })
    expect(differences(marked('rev-1'), marked('rev-2')).filter(({ state }) => state === 'differs')).toEqual([])
  })

  test('a verifier by the name of a prototype is none', () => {
    expect(differing({ ...row, verdicts: Object.fromEntries([...Object.entries(row.verdicts), ['constructor', fail('timed-out', 'x')]]) })).toEqual(['verdict.constructor'])
  })
})
