import { join } from 'node:path'
import type { z } from 'zod'
import { linesOf } from '../../evidence/index.ts'
import { LONGEST_ROW } from '../read-rows.ts'
import { readJson } from './json.ts'
import type { Problems } from './problems.ts'

/** A line of a file of rows. `where` names file and line; `raw` is what `text` said before anything was filled in. */
export type RowLine<T> =
  | { readonly state: 'read'; readonly where: string; readonly text: string; readonly value: T; readonly raw: Readonly<Record<string, unknown>> }
  | { readonly state: 'unreadable' }

/**
 * The lines of a file of rows in a run folder, one at a time; what is wrong with one is told. A last line without its newline
 * is told and left out. `missing` says whether the file may be missing.
 */
export async function* rowLines<T>(dir: string, file: string, schema: z.ZodType<T>, problems: Problems, missing: boolean): AsyncGenerator<RowLine<T>> {
  for await (const line of linesOf(join(dir, file), LONGEST_ROW)) {
    if ('because' in line) {
      if (missing && line.because === 'is missing') return
      problems.tell('removed', file, line.because)
      yield { state: 'unreadable' }
      return
    }
    const where = `${file}:${line.number}`
    if (line.state === 'cut') {
      problems.tell('cut', file, `line ${line.number} ends without its newline`)
      continue
    }
    const text = line.bytes.toString('utf8')
    const read = line.state === 'too-long' ? { kind: 'malformed' as const, what: 'is longer than any row' } : readJson(text, schema)
    if ('kind' in read) {
      problems.tell(read.kind, where, read.what)
      yield { state: 'unreadable' }
    } else {
      yield { state: 'read', where, text, ...read }
    }
  }
}
