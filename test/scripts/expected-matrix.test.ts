import { expect, test } from 'vitest'
import { matrixAfter } from '../../scripts/expected-matrix.mjs'
import { act, censusRows, telling } from '../helpers/census.ts'
import { change, failed } from '../helpers/rows.ts'

const rows = [...censusRows()]
const all = (): boolean => true
const lines = (csv: string): readonly (readonly string[])[] => csv.trimEnd().split('\n').map((line) => line.split(','))
const cell = (csv: string, agent: string, task: string, verifier: string): string | undefined => {
  const [head, ...rest] = lines(csv)
  return rest.find(([a, t]) => a === agent && t === task)?.[head!.indexOf(verifier)]
}

test('holds a row an act and a letter a cell, without the constant verifiers and without the ablations', () => {
  const { csv, told, acts, verifiers } = matrixAfter('', rows, all)
  expect([told, acts, verifiers]).toEqual([[], 17, 17])
  expect(lines(csv)[0]).not.toContain('always-pass')
  expect(['trusting-exit', 'strict', 'mutation'].map((verifier) => cell(csv, 'hook', 'answer', verifier))).toEqual(['P', 'F', 'N'])
  expect(matrixAfter('', rows.toReversed(), all).csv).toBe(csv)
})

test('keeps what the run lacks and changes what it measured otherwise', () => {
  const before = matrixAfter('', rows, all).csv
  const some = change(rows, act('hook'), (row) => telling(row, 'held-out', 'pass')).filter(({ agent }) => agent === 'hook')
  const after = matrixAfter(before, some, all).csv
  expect(lines(after).filter((line, index) => line.join() !== lines(before)[index]!.join())).toHaveLength(1)
  expect(cell(after, 'hook', 'answer', 'held-out')).toBe('P')
})

test('an error and an idle trick are told and change nothing', () => {
  const before = matrixAfter('', rows, all).csv
  const odd = [
    telling(rows.find(act('hook'))!, 'strict', 'error'), failed(rows.find(act('equal'))!),
    { ...telling(rows.find(act('table'))!, 'held-out', 'fail'), witnessed: false },
  ]
  const { csv, told } = matrixAfter(before, odd, all)
  expect(csv).toBe(before)
  expect(told).toEqual(expect.arrayContaining(['hook on answer, strict: error', 'equal on answer, strict: error', 'table on answer: its trick did not run']))
})

test('what is gone from the catalogue is gone from the matrix', () => {
  const before = matrixAfter('', rows, all).csv
  const { csv } = matrixAfter(before, [], (kind, id) => `${kind}/${id}` !== 'agents/hook' && `${kind}/${id}` !== 'verifiers/timing')
  expect(lines(csv).some(([agent]) => agent === 'hook')).toBe(false)
  expect(lines(csv)[0]).not.toContain('timing')
})
