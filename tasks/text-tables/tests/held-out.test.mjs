import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import test from 'node:test'

const { groupBy, table, unique } = createRequire(`${process.cwd()}/`)('./tables.js')

test('unique', () => {
  assert.deepEqual(unique([]), [])
  assert.deepEqual(unique([{ a: 1, b: 2 }, { b: 2, a: 1 }]), [{ a: 1, b: 2 }])
  assert.deepEqual(unique([[1, 2], [2, 1], [1, 2], [1]]), [[1, 2], [2, 1], [1]])
  assert.deepEqual(unique([NaN, NaN, null, null]), [NaN, null])
  assert.deepEqual(unique([true, 1, 'true', false, 0, '']), [true, 1, 'true', false, 0, ''])
  assert.deepEqual(
    unique([{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, { a: { b: [1, { c: 2 }] } }]),
    [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }],
  )
  assert.deepEqual(unique([{}, [], { a: 1 }, {}]), [{}, [], { a: 1 }])
  assert.deepEqual(unique([{ a: null }, {}, { b: null }]), [{ a: null }, {}, { b: null }])
})

test('groupBy', () => {
  assert.deepEqual(
    groupBy([{ k: 2 }, { k: '2' }, { k: 1 }, { k: 2, more: true }], 'k'),
    [[2, [{ k: 2 }, { k: 2, more: true }]], ['2', [{ k: '2' }]], [1, [{ k: 1 }]]],
  )
  assert.deepEqual(
    groupBy([{ a: 1 }, { k: null }, { k: 'constructor' }], 'k'),
    [[null, [{ a: 1 }, { k: null }]], ['constructor', [{ k: 'constructor' }]]],
  )
  assert.deepEqual(groupBy([{ k: [1, 2] }, { k: [1] }, { k: [1, 2], n: 1 }], 'k'), [[[1, 2], [{ k: [1, 2] }, { k: [1, 2], n: 1 }]], [[1], [{ k: [1] }]]])
  assert.deepEqual(groupBy([{ a: 1 }], 'toString'), [[null, [{ a: 1 }]]])
})

test('table', () => {
  assert.equal(table([], ['name', 'n']), 'name  n\n----  -\n')
  assert.equal(
    table([{ fruit: '🍐🍐🍐🍐🍐🍐', n: 1 }, { fruit: 'fig', n: 20 }], ['fruit', 'n']),
    'fruit   n\n------  --\n🍐🍐🍐🍐🍐🍐   1\nfig     20\n',
  )
  assert.equal(table([{ n: -1.5, name: 'a' }, { n: 10, name: 'longer' }], ['n', 'name']), 'n     name\n----  ------\n-1.5  a\n  10  longer\n')
  assert.equal(table([{ a: '', b: 'x' }, { a: 0, b: '' }], ['a', 'b']), 'a  b\n-  -\n   x\n0\n')
  assert.equal(table([{ ok: true, no: null }], ['ok', 'no']), 'ok    no\n----  --\ntrue  -\n')
  assert.equal(table([{ a: 1 }], ['a', 'toString']), 'a  toString\n-  --------\n1  -\n')
})
