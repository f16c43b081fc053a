import { relative } from 'node:path'

/** What a command touches of the process around it, so that tests can stand in its place. */
export interface Io {
  /** Results. Nothing else goes to standard output. */
  out(text: string): void
  /** Everything that is no result: progress, notes, refusals. */
  err(text: string): void
  readonly errStream: NodeJS.WriteStream
  /** Whether results may hold colour, and how wide they may be. */
  readonly colour: boolean
  readonly width: number
  readonly cwd: string
  /** The command line, without the interpreter. */
  readonly argv: readonly string[]
}

/** 0 done, 1 the thing measured fell short, 2 asked wrongly, 3 infrastructure. */
export const EXIT = { done: 0, fellShort: 1, askedWrongly: 2, infrastructure: 3 } as const

/** Ends a command with one sentence and an exit code. It never shows a stack. */
export class Stop extends Error {
  override readonly name = 'Stop'
  readonly exitCode: number
  constructor(exitCode: number, because: string) {
    super(because)
    this.exitCode = exitCode
  }
}

/** A path as the user would type it: from where they stand, or whole where that would climb out. */
export function shownPath(io: Io, path: string): string {
  const fromHere = relative(io.cwd, path)
  return fromHere === '' ? '.' : fromHere.startsWith('..') ? path : fromHere
}

/** Prints exactly one JSON document. */
export function json(io: Io, value: unknown): void {
  io.out(`${JSON.stringify(value, null, 2)}\n`)
}

export function processIo(argv: readonly string[]): Io {
  const { stdout, stderr, env } = process
  // A reader that has seen enough (`| head`) is no failure.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(process.exitCode ?? EXIT.done)
    })
  }
  return {
    out: (text) => { stdout.write(text) },
    err: (text) => { stderr.write(`${text}\n`) },
    errStream: stderr,
    colour: stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
    width: Math.max(60, Math.min(stdout.columns ?? 100, 140)),
    cwd: process.cwd(),
    argv,
  }
}
