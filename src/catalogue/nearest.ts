import { distance } from 'fastest-levenshtein'

/** The known name that a mistyped one most likely meant, or null where none is near: at most two letters in five differ. */
export function nearest(name: string, known: Iterable<string>): string | null {
  let best: string | null = null
  let least = Infinity
  for (const candidate of known) {
    const apart = distance(simplified(name), simplified(candidate))
    const most = Math.floor(Math.max(name.length, candidate.length) * 0.4)
    if (apart <= most && apart < least) [best, least] = [candidate, apart]
  }
  return best
}

/** `did you mean "x"?`, or what there is to choose from. */
export function suggest(name: string, known: Iterable<string>): string {
  const names = [...known]
  const near = nearest(name, names)
  if (near !== null) return `did you mean "${near}"?`
  return names.length === 0 ? 'remove it' : `known here: ${names.join(', ')}`
}

/** Case and the choice of hyphen or underscore are no reason to miss a name. */
function simplified(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
