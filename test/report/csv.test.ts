import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csv, trialsCsv } from '../../src/report/csv.ts'
import { failed, publishedRows } from '../helpers/rows.ts'

/** A plain reader of RFC 4180: quoted cells, doubled quotes, line feeds. */
function read(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, separator, quoted, bare] of text.matchAll(/(^|,|\n)(?:"((?:[^"]|"")*)"|([^",\n]*))/g)) {
    if (separator === '\n') rows.push([])
    rows.at(-1)!.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'))
  }
  return rows.slice(0, -1)
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\uff1d', '\uff0b', '\uff0d', '\uff20'), fc.string()).map((parts) => parts.join('')),
)

test('no text is a formula, whatever it is, and every row keeps its cells', () => {
  fc.assert(fc.property(fc.array(fc.tuple(hostile, hostile), { minLength: 1 }), (rows) => {
    const cells = read(csv(['a', 'b'], rows))
    expect(cells).toHaveLength(rows.length + 1)
    for (const row of cells) {
      expect(row).toHaveLength(2)
      for (const cell of row) {
        expect(cell).not.toMatch(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/)
        expect(cell).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
      }
    }
  }))
})

test('numbers stay numbers, negative ones too', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    expect(Number(read(csv(['a'], [[value]]))[1]![0])).toBe(value === 0 ? 0 : value)
  }))
})

test('null is empty, never 0; booleans are words; a semicolon is quoted', () => {
  expect(csv(['a', 'b', 'c', 'd'], [[null, true, 0, 'x;=1']])).toBe('a,b,c,d\n,true,0,"x;=1"\n')
})

test('trials: one header, one row a trial and planned verifier, and no verdict where none was reached', async () => {
  const rows = publishedRows(['exp1']).map((row, index) => (index === 0 ? failed(row) : row))
  const [header, ...cells] = read(await text(trialsCsv(rows, (row) => row)))
  expect(cells).toHaveLength(rows.length * 14)
  const at = (row: string[], column: string): string => row[header!.indexOf(column)]!
  expect(new Set(cells.map((row) => `${at(row, 'trial')} ${at(row, 'verifier')}`)).size).toBe(cells.length)
  expect(at(cells[0]!, 'outcome')).toBe('error')
  expect(at(cells[0]!, 'error_cause')).toBe('fork-failed')
  expect(at(cells[0]!, 'verdict')).toBe('')
  expect(at(cells[0]!, 'act_ms')).toBe('')
  expect(cells.at(-1)!.length).toBe(header!.length)
})
