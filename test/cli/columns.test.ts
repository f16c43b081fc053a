import { expect, test } from 'vitest'
import { columns } from '../../src/cli/columns.ts'

test('columns are aligned, the last one is wrapped under its beginning', () => {
  expect(columns([['id', 'text'], ['a', 'one two three four five six seven eight nine']], 40)).toBe(
    'id  text\na   one two three four five six seven\n    eight nine\n')
})

test('a word that is too long is kept whole', () => {
  expect(columns([['id', 'x'.repeat(60)]], 40)).toBe(`id  ${'x'.repeat(60)}\n`)
})

test('no rows are no text', () => expect(columns([], 80)).toBe(''))
