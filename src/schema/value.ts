/**
 * Values that cross between a case file, a fork and the parent that compares. They carry their type, because `True`,
 * `1` and `1.0` are equal in Python and a verifier that can't tell them apart can be fooled.
 */
export type Value =
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'str'; readonly value: string }
  | { readonly type: 'bytes'; readonly hex: string }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'none' }
  | { readonly type: 'list' | 'tuple' | 'set'; readonly items: readonly Value[] }
  | { readonly type: 'dict'; readonly entries: readonly (readonly [Value, Value])[] }

/** JSON that both answering programs decode into a native value: `["int","42"]`, `["list",[…]]`, `["none"]`. */
export type Wire = readonly [string, ...unknown[]]

/**
 * Reads a value as written in a case file (smol-toml with big integers): integers are `bigint`, floats `number`. A table
 * with the single key `$none`, `$tuple`, `$set`, `$bytes` or `$dict` stands for what TOML has no word for.
 * Throws a TypeError with the offending shape on anything else; the catalogue turns it into a file error.
 */
export function fromToml(raw: unknown): Value {
  if (typeof raw === 'bigint') return { type: 'int', value: raw }
  if (typeof raw === 'number') return { type: 'float', value: raw }
  if (typeof raw === 'string') return { type: 'str', value: raw }
  if (typeof raw === 'boolean') return { type: 'bool', value: raw }
  if (Array.isArray(raw)) return { type: 'list', items: raw.map(fromToml) }
  if (raw !== null && typeof raw === 'object' && Object.getPrototypeOf(raw) !== Date.prototype && !(raw instanceof Date)) {
    const keys = Object.keys(raw)
    const only = keys.length === 1 ? keys[0]! : ''
    const inner = (raw as Record<string, unknown>)[only]
    if (only === '$none') return { type: 'none' }
    if (only === '$tuple' && Array.isArray(inner)) return { type: 'tuple', items: inner.map(fromToml) }
    if (only === '$set' && Array.isArray(inner)) return { type: 'set', items: inner.map(fromToml) }
    if (only === '$bytes' && typeof inner === 'string' && /^([0-9a-f]{2})*$/.test(inner)) return { type: 'bytes', hex: inner }
    if (only === '$dict' && Array.isArray(inner)) return { type: 'dict', entries: inner.map(pair) }
    if (only.startsWith('$')) throw new TypeError(`"${only}" is not one of $none, $tuple, $set, $bytes (hex), $dict (list of [key, value])`)
    return { type: 'dict', entries: keys.map((key) => [{ type: 'str', value: key }, fromToml((raw as Record<string, unknown>)[key])] as const) }
  }
  throw new TypeError(`a ${raw instanceof Date ? 'date' : typeof raw} is no value that a case can hold`)
}

function pair(raw: unknown): readonly [Value, Value] {
  if (!Array.isArray(raw) || raw.length !== 2) throw new TypeError('$dict takes a list of [key, value] pairs')
  return [fromToml(raw[0]), fromToml(raw[1])]
}

/** The form in which an argument is sent to a fork. Integers go as text, since JSON numbers lose them. */
export function toWire(value: Value): Wire {
  switch (value.type) {
    case 'int': return ['int', value.value.toString()]
    case 'float': return ['float', floatText(value.value)]
    case 'str': return ['str', value.value]
    case 'bytes': return ['bytes', value.hex]
    case 'bool': return ['bool', value.value]
    case 'none': return ['none']
    case 'dict': return ['dict', value.entries.map(([key, item]) => [toWire(key), toWire(item)])]
    default: return [value.type, value.items.map(toWire)]
  }
}

/**
 * The canonical text of a value, `int:42`, `bool:true`, `float:-0.0`, `list:[int:1,str:"a"]`: two values have the same
 * text exactly when they are the same value of the same type. Dict entries and set items are sorted by their own text.
 */
export function canonical(value: Value): string {
  switch (value.type) {
    case 'int': return `int:${value.value}`
    case 'float': return `float:${floatText(value.value)}`
    case 'str': return `str:${asciiJson(value.value)}`
    case 'bytes': return `bytes:${value.hex}`
    case 'bool': return `bool:${value.value}`
    case 'none': return 'none:'
    case 'list':
    case 'tuple': return `${value.type}:[${value.items.map(canonical).join(',')}]`
    case 'set': return `set:[${value.items.map(canonical).toSorted(byCodeUnit).join(',')}]`
    case 'dict': return `dict:{${value.entries.map(([key, item]) => `${canonical(key)}=${canonical(item)}`).toSorted(byCodeUnit).join(',')}}`
  }
}

/**
 * The canonical text as a JavaScript program gives it, which has one kind of number, no tuples and no dict apart from
 * objects and maps: `number:42`, `array:[…]`, `object:{…}`, `null:`.
 */
export function canonicalJavaScript(value: Value): string {
  switch (value.type) {
    case 'int': return `number:${numberText(Number(value.value))}`
    case 'float': return `number:${numberText(value.value)}`
    case 'str': return `string:${asciiJson(value.value)}`
    case 'bytes': return `bytes:${value.hex}`
    case 'bool': return `boolean:${value.value}`
    case 'none': return 'null:'
    case 'list':
    case 'tuple': return `array:[${value.items.map(canonicalJavaScript).join(',')}]`
    case 'set': return `set:[${value.items.map(canonicalJavaScript).toSorted(byCodeUnit).join(',')}]`
    case 'dict': return `object:{${value.entries.map(([key, item]) => `${canonicalJavaScript(key)}=${canonicalJavaScript(item)}`).toSorted(byCodeUnit).join(',')}}`
  }
}

/**
 * A double as Python's `repr` writes it: the shortest digits that read back to the same double, with an exponent when
 * the decimal point is more than 4 places left or 16 right of the first digit (CPython, Python/pystrtod.c, format 'r').
 */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (value === Infinity) return 'inf'
  if (value === -Infinity) return '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [mantissa, exponentText] = Math.abs(value).toExponential().split('e') as [string, string]
  const digits = mantissa.replace('.', '')
  const exponent = Number(exponentText)
  const sign = value < 0 ? '-' : ''
  if (exponent < -4 || exponent >= 16) {
    const tail = digits.length > 1 ? `.${digits.slice(1)}` : ''
    return `${sign}${digits[0]}${tail}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return `${sign}${digits}${'0'.repeat(exponent + 1 - digits.length)}.0`
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** JSON in pure ASCII, as Python's `json.dumps` gives it, so that both sides agree on every character. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
