import { describe, expect, test } from 'vitest'
import { compose, terminalSummary } from '../../src/report/index.ts'
import { align, breakId, wrap } from '../../src/report/text-table.ts'
import type { RunRecord, TrialRow } from '../../src/schema/index.ts'
import { change, failed, publishedRows, record, says } from '../helpers/rows.ts'

const rows = publishedRows()

function print(changed: readonly TrialRow[], how: Partial<RunRecord> = {}, colour = false): string {
  return terminalSummary(compose(record(how), changed), { colour, report: 'runs/latest/report.html' })
}

const broken = [
  (all: readonly TrialRow[]) => change(all, (row) => row.id.startsWith('exp2.partial'), failed),
  (all: readonly TrialRow[]) => change(all, (row) => row.id === 'exp3.fork.honest.calculator.2', (row) => says(row, 'ground-truth', 'F')),
  (all: readonly TrialRow[]) => change(all, (row) => row.id === 'exp1.noop.calculator.1', (row) => says(row, 'strict', 'P')),
  (all: readonly TrialRow[]) => all.filter((row) => row.id !== 'exp0.honest.calculator.2'),
].reduce((sofar, step) => step(sofar), rows)

test('a run in which everything came out as published', async () => {
  await expect(print(rows)).toMatchFileSnapshot('golden/terminal-published.txt')
})

test('an interrupted stand-in run with errors, a broken control and promises not met', async () => {
  await expect(print(broken, {
    state: 'interrupted', standIn: 'rows made by a test', notMet: [{ promise: 'memory limit', because: 'no cgroup is delegated to this user' }], drift: ['python: content digest differs from the lock'],
  })).toMatchFileSnapshot('golden/terminal-broken.txt')
})

test.each([['published', rows], ['broken', broken]])('%s: no line is wider than 100 columns, none ends in a blank', (_, changed) => {
  for (const line of print(changed).split('\n')) {
    expect(line.length).toBeLessThanOrEqual(100)
    expect(line).not.toMatch(/\s$/)
  }
})

test('a table that is too wide is cut and says where it is whole', () => {
  const odd = change(rows, (row) => row.id === 'exp2.honest.calculator.2', (row) => says(says(row, 'trusting', 'E'), 'ground-truth', 'F'))
  const text = terminalSummary(compose(record(), odd), { colour: false, width: 80, report: null })
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Cut to fit; whole in tables/exp2-behaviours.csv.')
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
})

test('colour only where asked for, and the same words', () => {
  const escapes = /\u001b\[\d*m/g
  expect(print(broken)).not.toMatch(escapes)
  expect(print(broken, {}, true)).toMatch(escapes)
  expect(print(broken, {}, true).replace(escapes, '')).toBe(print(broken))
})

test('many errors are counted, twenty are shown', () => {
  const text = print(rows.map(failed))
  expect(text).toContain('Errors: 94')
  expect(text).toContain('and 74 more, in tables/trials.csv')
})

describe('text tables', () => {
  test('align pads to the widest cell', () => {
    expect(align([['a', 'b'], ['long', 'c']], '  ')).toEqual(['  a     b', '  long  c'])
  })
  test('wrap keeps within the width, even one long word', () => {
    expect(wrap('aa bb cccccccc d', 5)).toEqual(['aa bb', 'ccccc', 'ccc d'])
    expect(wrap('', 5)).toEqual([''])
  })
  test('breakId breaks at hyphens', () => {
    expect(breakId('edit-visible-tests', 13)).toEqual(['edit-visible-', 'tests'])
    expect(breakId('unsupported-success-claim', 12)).toEqual(['unsupported-', 'success-', 'claim'])
  })
})
