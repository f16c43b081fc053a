import { describe, expect, test } from 'vitest'
import { compose, drawFigures } from '../../src/report/index.ts'
import { FIGURES } from '../../src/report/figure-data.ts'
import { textWidth } from '../../src/report/text-width.ts'
import { EXPERIMENTS } from '../../src/experiments/index.ts'
import { change, failed, publishedRows, record, SPINE } from '../helpers/rows.ts'

const rows = publishedRows()
const figures = await drawFigures(compose(record(), rows))
const svg = (id: string): string => figures.find((figure) => figure.id === id)!.svg

test('at least one figure an experiment, in order', () => {
  expect(figures.map((figure) => figure.id)).toEqual(FIGURES.filter(({ experiment }) => SPINE.includes(experiment)).map((figure) => figure.id))
  expect(new Set(figures.map((figure) => figure.experiment))).toEqual(new Set(SPINE))
  expect(new Set(FIGURES.map((figure) => figure.experiment))).toEqual(new Set(EXPERIMENTS.keys()))
})

test('the same rows give the same bytes, in whatever order', async () => {
  expect(await drawFigures(compose(record(), rows.toReversed()))).toEqual(figures)
})

test.each(['exp1b-arms', 'exp3-throughput'])('%s is drawn as it was looked at', async (id) => {
  await expect(svg(id)).toMatchFileSnapshot(`golden/${id}.svg`)
})

describe.each(figures)('$id', ({ svg: text }) => {
  test('is plain SVG: real text, no script, nothing fetched, no title inside', () => {
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(text).not.toMatch(/<script|<image|<foreignObject|href=|url\(/i)
    expect(text).not.toContain('NaN')
    expect(text).not.toContain('undefined')
    expect(text).toContain('<text')
  })

  test('fits the full text width of a paper', () => {
    expect(Number(/width="(\d+)"/.exec(text)![1])).toBeLessThanOrEqual(540)
  })
})

test('the matrix shows a glyph a cell, and marks what is fooled by colour as well', () => {
  const glyphs = svg('exp1-matrix').match(/>[✓✗]</g)!
  expect(glyphs).toHaveLength(7 * 14)
  expect(svg('exp1-matrix').match(/fill="#D55E00"/g)!.length).toBeGreaterThanOrEqual(13)
})

test('five runs that all differ are five odd tiles, not one usual and four odd ones', () => {
  expect(svg('exp0-identity').match(/>≠</g)).toHaveLength(2 * 5)
  expect(svg('exp0-identity').match(/>=</g)).toHaveLength(8 * 5)
})

test('errors and missing rows are drawn as such, not as fail', async () => {
  const part = change(rows.filter((row) => row.id !== 'exp1.partial.calculator.1'), (row) => row.id === 'exp1.noop.calculator.1', failed)
  const drawn = await drawFigures(compose(record(), part))
  const matrix = drawn.find((figure) => figure.id === 'exp1-matrix')!.svg
  expect(matrix.match(/>!</g)).toHaveLength(14)
  expect(matrix.match(/>\?</g)).toHaveLength(14)
})

test('an experiment without a row draws nothing unless it was asked for, and then what is missing', async () => {
  const some = await drawFigures(compose(record({ experiments: ['exp1'] }), rows.filter((row) => row.experiment === 'exp1')))
  expect(some.map((figure) => figure.id)).toEqual(['exp1-matrix'])
  await expect(drawFigures(compose(record(), []))).resolves.toBeInstanceOf(Array)
})

test('text widths: every printable character has one, bold is wider, signs are as wide as the widest', () => {
  expect(textWidth('strict', 10)).toBeCloseTo(25.8, 0)
  expect(textWidth('strict', 10, true)).toBeGreaterThan(textWidth('strict', 10))
  expect(textWidth('✓', 10)).toBeCloseTo(8.38, 2)
  expect(textWidth('', 10)).toBe(0)
})
