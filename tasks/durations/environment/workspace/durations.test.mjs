import assert from 'node:assert/strict'
import test from 'node:test'
import { add, format, parse } from './durations.mjs'

test('format', () => {
  assert.equal(format(0), '0s')
  assert.equal(format(59), '59s')
  assert.equal(format(3903), '1h 5m 3s')
})

test('format takes whole numbers only', () => {
  assert.throws(() => format(1.5), RangeError)
})

test('parse', () => {
  assert.equal(parse('1h 5m 3s'), 3903)
})

test('parse takes nothing else', () => {
  assert.throws(() => parse('5 minutes'), SyntaxError)
})

test('add', () => {
  assert.equal(add('50m', '20m'), '1h 10m')
})
