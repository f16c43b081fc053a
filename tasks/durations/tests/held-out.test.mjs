import assert from 'node:assert/strict'
import test from 'node:test'
import { pathToFileURL } from 'node:url'

const { add, format, parse } = await import(pathToFileURL(`${process.cwd()}/durations.mjs`))

test('format', () => {
  assert.equal(format(60), '1m')
  assert.equal(format(3600), '1h')
  assert.equal(format(86400), '1d')
  assert.equal(format(86399), '23h 59m 59s')
  assert.equal(format(100000000), '1157d 9h 46m 40s')
  assert.equal(format(-86401), '-1d 1s')
  assert.equal(format(-0), '0s')
})

for (const wrong of [NaN, Infinity, 9007199254740992, '60']) {
  test(`format refuses ${typeof wrong} ${wrong}`, () => {
    assert.throws(() => format(wrong), RangeError)
  })
}

test('parse', () => {
  assert.equal(parse('2d'), 172800)
  assert.equal(parse('  1d1s\n'), 86401)
  assert.equal(parse('-1h 1m'), -3660)
  assert.equal(parse('-0s'), 0)
  assert.equal(parse('007m'), 420)
})

for (const wrong of ['', '-', '3s 5m', '1m 2m', '1.5h', '12', '1h -5m']) {
  test(`parse refuses "${wrong}"`, () => {
    assert.throws(() => parse(wrong), SyntaxError)
  })
}

test('add', () => {
  assert.equal(add('-1h', '59m 59s'), '-1s')
  assert.equal(add('12h', '12h'), '1d')
  assert.throws(() => add('1d', 'tomorrow'), SyntaxError)
})
