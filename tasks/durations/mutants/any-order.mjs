const UNITS = [['d', 86400], ['h', 3600], ['m', 60], ['s', 1]]
const SIZES = new Map(UNITS)
const TEXT = /^\s*-?\s*(\d+[dhms]\s*)+$/

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
  if (!TEXT.test(text)) throw new SyntaxError(`no duration: ${text}`)
  let sum = 0
  for (const [, number, unit] of text.matchAll(/(\d+)([dhms])/g)) sum += Number(number) * SIZES.get(unit)
  return text.trim().startsWith('-') && sum > 0 ? -sum : sum
}

export function add(one, other) {
  return format(parse(one) + parse(other))
}
