import { describe, expect, test } from 'vitest'
import { compareRuns } from '../../src/run/index.ts'
import type { TrialRow } from '../../src/schema/index.ts'
import { change, failed, publishedRows, record, says } from '../helpers/rows.ts'

const rows = publishedRows(['exp1', 'exp2'])
const side = (of: readonly TrialRow[], over: Parameters<typeof record>[0] = {}) => ({ record: record(over), rows: of })
const compared = (of: readonly TrialRow[]) => compareRuns(side(rows), side(of), 1)

test('a run is the same as itself, in whatever order its rows come', () => {
  const result = compared(rows.toReversed())
  expect(result.verdicts).toMatchObject({ differ: [], errors: [] })
  expect(result.settings).toEqual([])
  expect(result.digests.flatMap(({ differ }) => differ)).toEqual([])
  expect(result.times.map(({ change: by, told }) => [by, told])).toEqual(result.times.map(() => [0, false]))
})

test('a verdict that differs is named with its trial, verifier and both reasons', () => {
  const id = rows.find((row) => row.verdicts['strict']?.verdict === 'pass')!.id
  expect(compared(change(rows, (row) => row.id === id, (row) => says(row, 'strict', 'F'))).verdicts.differ).toEqual([
    { trial: id, field: 'verdict.strict', state: 'differs', was: expect.stringMatching(/^pass/), is: 'fail (wrong-answer)' },
  ])
})

test('an error is no verdict: it stands apart', () => {
  const id = rows[3]!.id
  const { verdicts } = compared(change(rows, (row) => row.id === id, failed))
  expect(verdicts.differ).toEqual([])
  expect(verdicts.errors.every(({ trial }) => trial === id)).toBe(true)
  expect(verdicts.errors).toContainEqual(expect.objectContaining({ field: 'outcome', is: 'error (fork-failed)' }))
})

test('trials on one side alone are named', () => {
  expect(compared(rows.slice(2)).trials).toEqual({ both: rows.length - 2, onlyA: rows.slice(0, 2).map(({ id }) => id), onlyB: [] })
  expect(compareRuns(side(rows.slice(1)), side(rows), 1).trials.onlyB).toEqual([rows[0]!.id])
})

test('what was asked or made otherwise is named', () => {
  const { settings } = compareRuns(side(rows), side(rows, { backend: 'qemu', seed: 8, host: { kernel: '6.2', cores: 2 } }), 1)
  expect(settings).toEqual([{ what: 'backend', a: 'namespaces', b: 'qemu' }, { what: 'seed', a: '7', b: '8' }, { what: 'host kernel', a: '6.1', b: '6.2' }])
})

test('digests are counted by part', () => {
  const other = change(rows, (row) => row.id === rows[0]!.id, (row) => ({ ...row, digests: { ...row.digests, tree: 'e'.repeat(64) } }))
  expect(compared(other).digests.map(({ part, differ }) => [part, differ.length])).toEqual([['output', 0], ['outputNormalised', 0], ['artifact', 0], ['tree', 1]])
})

describe('time', () => {
  const slower = (by: (row: TrialRow) => number): readonly TrialRow[] => change(rows, () => true, (row) => ({ ...row, times: { ...row.times!, act: row.times!.act * by(row) } }))
  const act = (of: readonly TrialRow[]) => compared(of).times.find(({ stage }) => stage === 'act')!

  test('that is longer in every trial is told, with how much', () => {
    const result = act(slower(() => 1.2))
    expect(result.change).toBeCloseTo(0.2, 6)
    expect(result).toMatchObject({ told: true, pairs: rows.length })
  })

  test('that is a little longer in every trial is not told, however sure it is', () => {
    expect(act(slower(() => 1.03))).toMatchObject({ told: false })
  })

  test('that goes up and down is not told', () => {
    expect(act(slower((row) => (row.order % 2 === 0 ? 1.5 : 1 / 1.5)))).toMatchObject({ told: false })
  })

  test('says the same for the same seed', () => {
    const other = slower((row) => 1 + (row.order % 5) / 20)
    expect(compareRuns(side(rows), side(other), 5).times).toEqual(compareRuns(side(rows), side(other), 5).times)
  })
})
