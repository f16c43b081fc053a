/** A path into a TOML document: keys of tables and positions in arrays. */
export type TomlPath = readonly PropertyKey[]

/**
 * Finds where in a TOML source things stand, which the parser doesn't tell. The answer maps a path to the line, from 1, of
 * the key, table header or array item; a path that isn't there (a missing key) gives the line of its nearest ancestor that
 * is, and null where there is none. Made for sources that a parser has accepted; on others it marks what it can.
 */
export function locator(source: string): (path: TomlPath) => number | null {
  const offsets = new Scanner(source).scan()
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const offset = offsets.get(keyOf(path.slice(0, length)))
      if (offset !== undefined) return lineAt(source, offset)
    }
    return null
  }
}

/** The line, from 1, on which an offset stands. */
export function lineAt(source: string, offset: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line++
  return line
}

type Part = string | number

const keyOf = (path: TomlPath): string => JSON.stringify(path.map((part) => typeof part === 'number' ? part : String(part)))

const BARE = /[A-Za-z0-9_-]+/y
const SPACE = /[ \t]*/y
const VOID = /(?:[ \t\r\n]+|#[^\n]*)*/y
const SCALAR = /[^,\]}#\n]*/y
const STRING = /"""(?:[^"\\]|\\[^]|"(?!""))*"{3,5}|'''(?:[^']|'(?!''))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y

class Scanner {
  private at = 0
  private readonly offsets = new Map<string, number>()
  private readonly lengths = new Map<string, number>()

  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  scan(): ReadonlyMap<string, number> {
    let table: readonly Part[] = []
    for (this.take(VOID); this.at < this.source.length; this.take(VOID)) {
      const start = this.at
      if (this.source[start] === '[') table = this.header()
      else this.pair(table)
      if (this.at === start) this.at++
    }
    return this.offsets
  }

  private header(): readonly Part[] {
    const start = this.at
    const isArray = this.source.startsWith('[[', start)
    this.at += isArray ? 2 : 1
    const path: Part[] = []
    const keys = this.key()
    for (const [index, key] of keys.entries()) {
      path.push(key)
      this.mark(path, start)
      const length = this.lengths.get(keyOf(path)) ?? 0
      if (isArray && index === keys.length - 1) {
        this.lengths.set(keyOf(path), length + 1)
        path.push(length)
      } else if (length > 0) {
        path.push(length - 1)
      }
    }
    this.mark(path, start)
    this.at += isArray ? 2 : 1
    return path
  }

  private pair(table: readonly Part[]): void {
    const start = this.at
    const path = [...table]
    for (const key of this.key()) {
      path.push(key)
      this.mark(path, start)
    }
    if (this.source[this.at] === '=') this.at++
    this.take(SPACE)
    this.value(path)
  }

  private value(path: readonly Part[]): void {
    const opening = this.source[this.at]
    if (opening === '[') this.items(']', (index) => {
      this.mark([...path, index], this.at)
      this.value([...path, index])
    })
    else if (opening === '{') this.items('}', () => this.pair(path))
    else if (this.take(STRING) === '') this.take(SCALAR)
  }

  private items(closing: string, item: (index: number) => void): void {
    this.at++
    for (let index = 0; ; index++) {
      this.take(VOID)
      if (this.at >= this.source.length) return
      if (this.source[this.at] === closing) break
      const start = this.at
      item(index)
      this.take(VOID)
      if (this.source[this.at] === ',') this.at++
      if (this.at === start) this.at++
    }
    this.at++
  }

  private key(): readonly string[] {
    const keys: string[] = []
    for (;;) {
      this.take(SPACE)
      const quoted = this.take(STRING)
      keys.push(quoted === '' ? this.take(BARE) : unquote(quoted))
      this.take(SPACE)
      if (this.source[this.at] !== '.') return keys
      this.at++
    }
  }

  private mark(path: readonly Part[], offset: number): void {
    const key = keyOf(path)
    if (!this.offsets.has(key)) this.offsets.set(key, offset)
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)?.[0] ?? ''
    this.at += found.length
    return found
  }
}

function unquote(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1)
  const unescaped = text.replace(/\\U([0-9a-fA-F]{8})/g, (_, hex: string) => JSON.stringify(String.fromCodePoint(Number.parseInt(hex, 16))).slice(1, -1))
  try {
    return JSON.parse(unescaped) as string
  } catch {
    return text.slice(1, -1)
  }
}
