// Answers the cases of the strict verifiers, and decides nothing. Called by the shell as
// `node answer.mjs <workspace> 3>&1 1>/dev/null 2>&1`, so that answers go to descriptor 3; see answer.py for the protocol.
//
// Candidate code shares this realm, so all that is used after its import is taken before it, as plain functions: nothing
// below `main` may look up a global or a method on a prototype once the candidate has run. What candidate code can still
// do here is forge an answer, and it does not know which answer is right.
import { readFileSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { types } from 'node:util'

const MAX_DEPTH = 100
const MAX_NODES = 100_000
const MAX_TEXT = 200_000

const uncurry = Function.prototype.bind.bind(Function.prototype.call)

/** Functions that give the canonical text of a value and of something thrown, made of objects that are taken now. */
function canonicaliser() {
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object
  const { isArray } = Array
  const { isProxy, isUint8Array, isNativeError, isMap, isSet } = types
  const { ownKeys } = Reflect
  const is = Object.is
  const json = JSON.stringify
  const toText = String
  const code = uncurry(String.prototype.charCodeAt)
  const hexOf = uncurry(Number.prototype.toString)
  const bigText = uncurry(BigInt.prototype.toString)
  const eachOfMap = uncurry(Map.prototype.forEach)
  const eachOfSet = uncurry(Set.prototype.forEach)
  const sort = uncurry(Array.prototype.sort)
  const sizeOfBytes = uncurry(getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), 'length').get)
  const plain = [Object.prototype, null]
  const arrayPrototype = Array.prototype
  const mapPrototype = Map.prototype
  const setPrototype = Set.prototype
  const errors = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError]
  const known = errors.map((one) => ({ name: one.name, prototype: one.prototype }))

  const TOO_LARGE = { name: 'too large' }

  function ascii(text) {
    const quoted = json(text)
    let result = ''
    for (let index = 0; index < quoted.length; index++) {
      const unit = code(quoted, index)
      if (unit < 0x7f) {
        result += quoted[index]
        continue
      }
      const hex = hexOf(unit, 16)
      result += '\\u' + (hex.length < 4 ? (hex.length < 3 ? '00' : '0') + hex : hex)
    }
    return result
  }

  function sorted(items) {
    return sort(items, (a, b) => (a < b ? -1 : a > b ? 1 : 0))
  }

  function joined(items) {
    let result = ''
    for (let index = 0; index < items.length; index++) result += (index === 0 ? '' : ',') + items[index]
    return result
  }

  /** The value of an own data property; an accessor is the candidate's code and is not called. */
  function dataOf(object, key) {
    const descriptor = getOwnPropertyDescriptor(object, key)
    return descriptor !== undefined && 'value' in descriptor ? descriptor : undefined
  }

  function clean(name) {
    let result = ''
    for (let index = 0; index < name.length && index < 100; index++) {
      const unit = code(name, index)
      const letter = (unit > 0x2f && unit < 0x3a) || (unit > 0x40 && unit < 0x5b) || (unit > 0x60 && unit < 0x7b) || unit === 0x5f || unit === 0x24
      result += letter ? name[index] : '?'
    }
    return result
  }

  function classOf(object) {
    if (isProxy(object)) return 'Proxy'
    const prototype = getPrototypeOf(object)
    if (prototype === null || isProxy(prototype)) return '?'
    const constructor = dataOf(prototype, 'constructor')?.value
    if (typeof constructor !== 'function' || isProxy(constructor)) return '?'
    const name = dataOf(constructor, 'name')?.value
    return typeof name === 'string' && name !== '' ? clean(name) : '?'
  }

  function walk(value, depth, left) {
    if (depth > MAX_DEPTH || --left.nodes < 0 || left.text < 0) throw TOO_LARGE
    switch (typeof value) {
      case 'number': return 'number:' + (is(value, -0) ? '-0' : toText(value))
      case 'boolean': return value ? 'boolean:true' : 'boolean:false'
      case 'undefined': return 'undefined:'
      case 'string':
        left.text -= value.length
        if (left.text < 0) throw TOO_LARGE
        return 'string:' + ascii(value)
      case 'bigint': {
        const digits = bigText(value)
        left.text -= digits.length
        return 'bigint:' + digits
      }
      case 'object': return value === null ? 'null:' : ofObject(value, depth, left)
      default: return 'object:<' + typeof value + '>'
    }
  }

  function ofObject(value, depth, left) {
    if (isProxy(value)) return 'object:<Proxy>'
    const prototype = getPrototypeOf(value)
    if (isArray(value) && prototype === arrayPrototype) return ofArray(value, depth, left)
    if (isUint8Array(value)) return ofBytes(value, left)
    if (isMap(value) && prototype === mapPrototype) {
      const items = []
      eachOfMap(value, (item, key) => { items[items.length] = walk(key, depth + 1, left) + '=' + walk(item, depth + 1, left) })
      return 'object:{' + joined(sorted(items)) + '}'
    }
    if (isSet(value) && prototype === setPrototype) {
      const items = []
      eachOfSet(value, (item) => { items[items.length] = walk(item, depth + 1, left) })
      return 'set:[' + joined(sorted(items)) + ']'
    }
    return prototype === plain[0] || prototype === plain[1] ? ofPlain(value, depth, left) : 'object:<' + classOf(value) + '>'
  }

  function ofArray(value, depth, left) {
    const items = []
    const { length } = value
    if (length > left.nodes || ownKeys(value).length !== length + 1) return 'object:<Array with holes or other keys>'
    for (let index = 0; index < length; index++) {
      const item = dataOf(value, index)
      if (item === undefined) return 'object:<Array with accessors>'
      items[index] = walk(item.value, depth + 1, left)
    }
    return 'array:[' + joined(items) + ']'
  }

  function ofBytes(value, left) {
    const length = sizeOfBytes(value)
    left.text -= 2 * length
    if (left.text < 0) throw TOO_LARGE
    let result = 'bytes:'
    for (let index = 0; index < length; index++) result += (value[index] < 16 ? '0' : '') + hexOf(value[index], 16)
    return result
  }

  function ofPlain(value, depth, left) {
    const keys = ownKeys(value)
    const items = []
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]
      const item = dataOf(value, key)
      if (typeof key !== 'string' || item === undefined || !item.enumerable) return 'object:<Object with symbols or accessors>'
      items[index] = walk(key, depth + 1, left) + '=' + walk(item.value, depth + 1, left)
    }
    return 'object:{' + joined(sorted(items)) + '}'
  }

  function canonical(value) {
    try {
      return walk(value, 0, { nodes: MAX_NODES, text: MAX_TEXT })
    } catch (error) {
      return error === TOO_LARGE ? 'object:<too large>' : 'object:<unreadable>'
    }
  }

  /** The class of what was thrown; one that only bears the name of a builtin class is told apart. */
  function raised(error) {
    if ((typeof error !== 'object' && typeof error !== 'function') || error === null) return 'raise:<' + typeof error + '>'
    if (isProxy(error)) return 'raise:<Proxy>'
    const prototype = getPrototypeOf(error)
    for (let index = 0; index < known.length; index++) {
      if (prototype === known[index].prototype) return isNativeError(error) ? 'raise:' + known[index].name : 'raise:own.' + known[index].name
    }
    const name = classOf(error)
    for (let index = 0; index < known.length; index++) if (name === known[index].name) return 'raise:own.' + name
    return 'raise:' + name
  }

  return { canonical, raised }
}

/** The native value of a wire value; see toWire in the schema. */
function decode([tag, value]) {
  switch (tag) {
    case 'none': return null
    case 'int': return Number(value)
    case 'float': return { nan: NaN, inf: Infinity, '-inf': -Infinity }[value] ?? Number(value)
    case 'bytes': return new Uint8Array(Buffer.from(value, 'hex'))
    case 'list':
    case 'tuple': return value.map(decode)
    case 'set': return new Set(value.map(decode))
    case 'dict': {
      const entries = value.map(([key, item]) => [decode(key), decode(item)])
      return entries.every(([key]) => typeof key === 'string') ? Object.fromEntries(entries) : new Map(entries)
    }
    default: return value
  }
}

function plan(cases) {
  const step = (one) => ({ index: String(one.index), path: one.call.split('.'), args: one.args.map(decode) })
  return cases.map((one) => 'make' in one
    ? { make: { path: one.make.split('.'), args: one.args.map(decode) }, steps: one.steps.map(step) }
    : { make: null, steps: [step(one)] })
}

async function main() {
  const request = JSON.parse(readFileSync(0, 'utf8'))
  const cases = plan(request.cases)
  const leave = process.reallyExit.bind(process)
  const { nonce } = request
  const { canonical, raised } = canonicaliser()
  const { isPromise } = types
  const then = uncurry(Promise.prototype.then)
  const NativePromise = Promise
  const { apply, construct } = Reflect
  const write = writeSync

  function answer(index, text) {
    let line = nonce + ' ' + index + ' ' + text + '\n'
    for (;;) {
      try {
        const written = write(3, line)
        if (written >= line.length) return
        line = rest(line, written)
      } catch (error) {
        if (error?.code !== 'EAGAIN') leave(1)
      }
    }
  }
  const rest = uncurry(String.prototype.slice)

  // Only a promise of this realm is waited for, by the `then` it was born with.
  function settled(value) {
    if (!isPromise(value)) return { value }
    return new NativePromise((resolve) => then(value, (result) => resolve({ value: result }), (error) => resolve({ error })))
  }

  function find(owner, path) {
    let found = owner
    for (let index = 0; index < path.length; index++) found = found[path[index]]
    return found
  }

  async function result(owner, path, args) {
    let holder = owner
    let called
    try {
      for (let index = 0; index < path.length - 1; index++) holder = holder[path[index]]
      called = holder[path[path.length - 1]]
    } catch {
      called = undefined
    }
    if (typeof called !== 'function') return 'absent:' + path[path.length - 1]
    try {
      const outcome = await settled(apply(called, holder, args))
      return 'error' in outcome ? raised(outcome.error) : canonical(outcome.value)
    } catch (error) {
      return raised(error)
    }
  }

  let artifact
  try {
    const loaded = await import(pathToFileURL(process.argv[2] + '/' + request.module).href)
    artifact = (name) => (name in loaded || loaded.default === undefined || loaded.default === null ? loaded : loaded.default)
  } catch (error) {
    answer('import', raised(error))
    leave(0)
  }

  for (let number = 0; number < cases.length; number++) {
    const { make, steps } = cases[number]
    let owner = null
    let spoilt = null
    if (make !== null) {
      try {
        owner = construct(find(artifact(make.path[0]), make.path), make.args)
      } catch (error) {
        spoilt = 'make-' + raised(error)
      }
    }
    for (let index = 0; index < steps.length; index++) {
      const { index: key, path, args } = steps[index]
      answer(key, spoilt ?? await result(owner ?? artifact(path[0]), path, args))
    }
  }
  leave(0)
}

await main()
