/**
 * Text from a fork made safe to print: control characters, bidirectional overrides, line separators and lone surrogates
 * become visible escapes (`\x1b`, `\u202e`), so that nothing an agent wrote can move a cursor, forge a line or reorder a
 * path. Newline and tab are kept when `multiline` is set. Longer text than `limit` characters is cut and says so.
 */
export function printable(text: string, { limit = 2000, multiline = false }: { limit?: number; multiline?: boolean } = {}): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}… (${text.length - limit} more characters)` : text
  return escapeLone(cut).replace(UNSAFE, (unit) =>
    multiline && (unit === '\n' || unit === '\t') ? unit : escapeUnit(unit))
}

const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0)
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}

function escapeLone(text: string): string {
  return text.isWellFormed() ? text : text.replace(/[\ud800-\udfff]/gu, (unit) => escapeUnit(unit))
}
