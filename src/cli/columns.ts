/** Rows as aligned columns; the last one is wrapped, with what follows under its beginning. */
export function columns(rows: readonly (readonly string[])[], width: number): string {
  const last = (rows[0]?.length ?? 1) - 1
  const widths = Array.from({ length: last }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const left = widths.reduce((sum, each) => sum + each + 2, 0)
  const room = Math.max(30, width - left)
  return rows.map((row) => {
    const head = widths.map((each, column) => (row[column] ?? '').padEnd(each + 2)).join('')
    const [first = '', ...rest] = wrapped(row[last] ?? '', room)
    return [`${head}${first}`.trimEnd(), ...rest.map((line) => ' '.repeat(left) + line)].map((line) => `${line}\n`).join('')
  }).join('')
}

function wrapped(text: string, room: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= room) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
