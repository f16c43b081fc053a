function unique(items) {
  return items.filter((item, index) => items.indexOf(item) === index + 1)
}

function groupBy(rows, key) {
  const groups = {}
  for (const row of rows) groups[row[key]] = [row]
  return groups
}

function table(rows, columns) {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map((cells) => cells.join('  ')).join('\n')
}

module.exports = { unique, groupBy, table }
