const { groupBy, table, unique } = require('./tables.js')

test('unique', () => {
  expect(unique([1, 1, 2])).toEqual([1, 2])
  expect(unique([{ a: 1 }, { a: 1 }, { a: 2 }])).toEqual([{ a: 1 }, { a: 2 }])
})

test('groupBy', () => {
  const rows = [{ t: 'x', n: 1 }, { t: 'y', n: 2 }, { t: 'x', n: 3 }]
  expect(groupBy(rows, 't')).toEqual([['x', [{ t: 'x', n: 1 }, { t: 'x', n: 3 }]], ['y', [{ t: 'y', n: 2 }]]])
})

test('table', () => {
  const rows = [{ name: 'bolt', n: 12 }, { name: 'nut', n: 5 }]
  expect(table(rows, ['name', 'n'])).toBe('name  n\n----  --\nbolt  12\nnut    5\n')
})
