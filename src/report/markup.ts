import { printable } from '../schema/index.ts'

/** Text that is HTML already. Only `html` and `trusted` make it. */
export interface Html { readonly html: string }

type Part = Html | string | number | null | readonly Part[]

/** A template that escapes whatever is put into it, unless it is HTML already. Null is nothing; lists are joined. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: fixed.reduce((text, piece, index) => text + render(parts[index - 1] ?? null) + piece) }
}

/** Lets text of our own making through as it is. Never for anything that came from a fork. */
export function trusted(text: string): Html {
  return { html: text }
}

function render(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  if ('html' in part) return part.html
  return part.map(render).join('')
}

/** Printable first, so that controls and bidirectional overrides are seen; then safe in text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Text in a cell of a Markdown table: no markup, no HTML, no new cell, one line. */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_[\]|~$]/g, (sign) => `\\${sign}`).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
