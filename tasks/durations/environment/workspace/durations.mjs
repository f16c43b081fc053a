export function format(seconds) {
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`
}

export function parse(text) {
  const [minutes, seconds] = text.match(/\d+/g)
  return Number(minutes) * 60 + Number(seconds)
}

export function add(one, other) {
  return one + other
}
