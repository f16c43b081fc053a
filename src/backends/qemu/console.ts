/** The serial line: one way, from a guest that may say anything, as much as it likes. */
import type { Readable } from 'node:stream'

/** How much of the end is kept. */
const KEPT = 1 << 14

export interface Console {
  /** The cause of an end that the guest named itself, or null. */
  told(): string | null
  /** The last line that was said, as a part of a sentence. */
  last(): string
}

/** Reads a serial line for ever, keeps its end, and knows what our own programs and the kernel say of a bad end. */
export function consoleReader(stream: Readable): Console {
  let text = ''
  let named: string | null = null
  stream.on('error', () => {})
  stream.setEncoding('latin1').on('data', (part: string) => {
    text = (text + part).slice(-KEPT)
    const found = /polygraph: (refused: [^\r\n]+)[\r\n]/.exec(text) ?? /(Kernel panic[^\r\n]*)[\r\n]/.exec(text)
    if (found !== null) named = `the guest said: ${clean(found[1]!)}`
  })
  return {
    told: () => named,
    last: () => {
      const line = text.split(/[\r\n]+/).map(clean).findLast((each) => each !== '')
      return line === undefined ? '' : `; the last that it said was: ${line}`
    },
  }
}

/** What a terminal would not be harmed by. */
const clean = (line: string): string => line.replace(/[^\x20-\x7e]/g, ' ').trim().slice(0, 300)
