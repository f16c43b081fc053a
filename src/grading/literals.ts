import type { Language, Value } from '../schema/index.ts'
import { floatText, printable } from '../schema/index.ts'

/** A value as source text of the task's language. */
export function literal(value: Value, language: Language): string {
  return language === 'python' ? pythonLiteral(value) : javaScriptLiteral(value)
}

/** A call as a person would write it, printable and bounded. */
export function callText(call: string, args: readonly Value[], language: Language): string {
  return printable(`${call}(${args.map((arg) => literal(arg, language)).join(', ')})`, { limit: 200 })
}

/** Python source of a value. */
export function pythonLiteral(value: Value): string {
  switch (value.type) {
    case 'int': return value.value.toString()
    case 'float': return Number.isFinite(value.value) ? floatText(value.value) : `float("${floatText(value.value)}")`
    case 'str': return quoted(value.value)
    case 'bytes': return `bytes.fromhex("${value.hex}")`
    case 'bool': return value.value ? 'True' : 'False'
    case 'none': return 'None'
    case 'list': return `[${value.items.map(pythonLiteral).join(', ')}]`
    case 'tuple': return value.items.length === 1 ? `(${pythonLiteral(value.items[0]!)},)` : `(${value.items.map(pythonLiteral).join(', ')})`
    case 'set': return `set([${value.items.map(pythonLiteral).join(', ')}])`
    case 'dict': return `{${value.entries.map(([key, item]) => `${pythonLiteral(key)}: ${pythonLiteral(item)}`).join(', ')}}`
  }
}

/** JavaScript source of a value. A dict is an object where all its keys are texts, and a Map where they aren't. */
export function javaScriptLiteral(value: Value): string {
  switch (value.type) {
    case 'int': return numberLiteral(Number(value.value))
    case 'float': return numberLiteral(value.value)
    case 'str': return quoted(value.value)
    case 'bytes': return `new Uint8Array([${[...Buffer.from(value.hex, 'hex')].join(', ')}])`
    case 'bool': return String(value.value)
    case 'none': return 'null'
    case 'list':
    case 'tuple': return `[${value.items.map(javaScriptLiteral).join(', ')}]`
    case 'set': return `new Set([${value.items.map(javaScriptLiteral).join(', ')}])`
    case 'dict': return value.entries.every(([key]) => key.type === 'str')
      ? `{${value.entries.map(([key, item]) => `[${javaScriptLiteral(key)}]: ${javaScriptLiteral(item)}`).join(', ')}}`
      : `new Map([${value.entries.map(([key, item]) => `[${javaScriptLiteral(key)}, ${javaScriptLiteral(item)}]`).join(', ')}])`
  }
}

function numberLiteral(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** A text that both languages read alike: ASCII, with every other unit as an escape of four digits. */
function quoted(text: string): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  // Python keeps two escapes of a surrogate pair apart, so a whole character must stand as itself.
  return `"${text.replace(/[\ud800-\udbff][\udc00-\udfff]|[^ !#-[\]-~]/g, (part) => (part.length === 2 ? part : escape(part)))}"`
}
