const UNITS = [['d', 86400], ['h', 3600], ['m', 60], ['s', 1]]
const TEXT = /^\s*(?<sign>-?)(?!\s*$)\s*(?:(?<d>\d+)d)?\s*(?:(?<h>\d+)h)?\s*(?:(?<m>\d+)m)?\s*(?:(?<s>\d+)s)?\s*$/

export function format(seconds) {
  if (!Number.isSafeInteger(seconds)) throw new RangeError('a whole number of seconds')
  let left = Math.abs(seconds)
  const parts = []
  for (const [unit, size] of UNITS) {
    if (left >= size) parts.push(`${Math.floor(left / size)}${unit}`)
    left %= size
  }
  if (parts.length === 0) return '0s'
  return (seconds < 0 ? '-' : '') + parts.join(' ')
}

export function parse(text) {
  const found = TEXT.exec(text)
  if (found === null) throw new SyntaxError(`no duration: ${text}`)
  let sum = 0
  for (const [unit, size] of UNITS) sum += Number(found.groups[unit] ?? 0) * size
  return found.groups.sign === '-' ? -sum : sum
}

export function add(one, other) {
  return format(parse(one) + parse(other))
}
