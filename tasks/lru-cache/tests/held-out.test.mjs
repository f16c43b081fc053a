import assert from 'node:assert/strict'
import test from 'node:test'
import { pathToFileURL } from 'node:url'

const { Cache } = await import(pathToFileURL(`${process.cwd()}/cache.js`))

function filled(capacity, ...entries) {
  const cache = new Cache(capacity)
  for (const [key, value] of entries) assert.equal(cache.set(key, value), null)
  return cache
}

test('reading is a use', () => {
  const cache = filled(2, ['x', 10], ['y', 20])
  assert.equal(cache.get('x'), 10)
  assert.equal(cache.set('z', 30), 'y')
  assert.deepEqual(cache.keys(), ['z', 'x'])
})

test('writing again is a use', () => {
  const cache = filled(2, ['x', 10], ['y', 20], ['x', 11])
  assert.deepEqual(cache.keys(), ['x', 'y'])
  assert.equal(cache.set('z', 30), 'y')
  assert.equal(cache.get('x'), 11)
})

test('looking is no use', () => {
  const cache = filled(2, ['x', 10], ['y', 20])
  assert.equal(cache.has('x'), true)
  assert.equal(cache.set('z', 30), 'x')
})

test('numbers and texts are different keys', () => {
  const cache = filled(1, [1, 'one'])
  assert.equal(cache.get('1'), null)
  assert.equal(cache.set('1', 'text'), 1)
  assert.deepEqual(cache.keys(), ['1'])
})

test('a value may be anything', () => {
  const cache = filled(3, ['nothing', null], ['no', false])
  assert.equal(cache.has('nothing'), true)
  assert.equal(cache.get('no'), false)
  assert.equal(cache.remove('nothing'), true)
  assert.equal(cache.remove('nothing'), false)
  assert.deepEqual(cache.keys(), ['no'])
})

test('resize', () => {
  const cache = filled(4, [3, 'c'], [2, 'b'], [1, 'a'])
  assert.deepEqual(cache.keys(), [1, 2, 3])
  assert.equal(cache.get(3), 'c')
  assert.deepEqual(cache.resize(1), [2, 1])
  assert.deepEqual(cache.keys(), [3])
  assert.deepEqual(cache.resize(2), [])
  assert.equal(cache.set(4, 'd'), null)
  assert.deepEqual(cache.keys(), [4, 3])
})

test('a refused size changes nothing', () => {
  const cache = filled(2, ['x', 10])
  for (const wrong of [1.5, -1, '2']) assert.throws(() => cache.resize(wrong), RangeError)
  assert.equal(cache.set('y', 20), null)
  assert.equal(cache.set('z', 30), 'x')
})

test('no key is there from the start', () => {
  const cache = new Cache(2)
  assert.equal(cache.has('constructor'), false)
  assert.equal(cache.get('__proto__'), null)
  assert.equal(cache.set('__proto__', 1), null)
  assert.deepEqual(cache.keys(), ['__proto__'])
})
