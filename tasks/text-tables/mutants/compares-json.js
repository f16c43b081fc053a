function unique(items) {
  const kept = []
  for (const item of items) if (!kept.some((other) => same(item, other))) kept.push(item)
  return kept
}

function groupBy(rows, key) {
  const groups = []
  for (const row of rows) {
    const value = valueOf(row, key)
    const group = groups.find(([other]) => same(value, other))
    if (group === undefined) groups.push([value, [row]])
    else group[1].push(row)
  }
  return groups
}

function table(rows, columns) {
  const body = rows.map((row) => columns.map((column) => valueOf(row, column)))
  const widths = columns.map((column, index) => Math.max(...[column, ...body.map((cells) => textOf(cells[index]))].map(widthOf)))
  const line = (cells) => cells.map((cell, index) => {
    const text = textOf(cell)
    const space = ' '.repeat(widths[index] - widthOf(text))
    return typeof cell === 'number' ? space + text : text + space
  }).join('  ').replace(/ +$/, '')
  return [columns, widths.map((width) => '-'.repeat(width)), ...body].map((cells) => `${line(cells)}\n`).join('')
}

function valueOf(row, key) {
  return Object.hasOwn(row, key) ? row[key] : null
}

function textOf(cell) {
  return cell === null ? '-' : String(cell)
}

function widthOf(text) {
  return [...text].length
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}

module.exports = { unique, groupBy, table }
