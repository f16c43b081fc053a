import { expect, test } from 'vitest'
import { Cache } from './cache.js'

test('get', () => {
  const cache = new Cache(2)
  expect(cache.set('a', 1)).toBe(null)
  expect(cache.set('b', 2)).toBe(null)
  expect(cache.get('a')).toBe(1)
  expect(cache.get('c')).toBe(null)
})

test('set evicts', () => {
  const cache = new Cache(2)
  cache.set('a', 1)
  cache.set('b', 2)
  expect(cache.set('c', 3)).toBe('a')
  expect(cache.keys()).toEqual(['c', 'b'])
})

test('remove', () => {
  const cache = new Cache(2)
  cache.set('a', 1)
  cache.set('b', 2)
  expect(cache.remove('c')).toBe(false)
  expect(cache.remove('a')).toBe(true)
  expect(cache.has('a')).toBe(false)
})
