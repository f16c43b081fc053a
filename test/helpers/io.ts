import type { Io } from '../../src/cli/io.ts'
import { main } from '../../src/cli/program.ts'

export interface Told { readonly code: number; readonly out: string; readonly err: string }

/** Runs one command line with its output caught. */
export async function polygraph(argv: readonly string[], cwd: string = process.cwd()): Promise<Told> {
  const told = { out: '', err: '' }
  const io: Io = {
    out: (text) => { told.out += text },
    err: (text) => { told.err += `${text}\n` },
    errStream: process.stderr, colour: false, width: 100, cwd, argv,
  }
  const code = await main(argv, io, '1.2.3')
  return { code, ...told }
}
