import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { printable } from '../schema/index.ts'
import type { Io } from './io.ts'
import { EXIT, Stop } from './io.ts'

/** A file that the user named, read by its schema; whatever is wrong with it ends the command with one sentence. */
export async function documentAt<T>(io: Io, path: string, schema: z.ZodType<T>, form: 'json' | 'toml'): Promise<T> {
  let value: unknown
  try {
    const text = await readFile(resolve(io.cwd, path), 'utf8')
    value = form === 'json' ? JSON.parse(text) : parse(text)
  } catch (thrown) {
    throw new Stop(EXIT.askedWrongly, `${path} can't be read as ${form.toUpperCase()}: ${printable((thrown as Error).message.split('\n')[0] ?? '')}`)
  }
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new Stop(EXIT.askedWrongly, `${path}: ${printable(z.prettifyError(read.error).split('\n').slice(0, 4).join(' '))}`)
}
