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
  /** A death that a test asks for, as src/cli/fault.ts reads it. */
  readonly fault?: string | undefined
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

/** What a stream says when nobody is there to read it: a closed pipe, a terminal that is gone. */
const NOBODY: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ENXIO', 'EBADF', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

/**
 * The process itself. A reader that has left (`| head`, a terminal that was closed) ends nothing: a run goes on to its end,
 * since what it writes is its folder. Output that can't be written for another reason, as on a full disk, is told.
 */
export function processIo(argv: readonly string[]): Io {
  const { stdout, stderr, env } = process
  const gone = new Set<NodeJS.WriteStream>()
  for (const [name, stream] of [['output', stdout], ['error', stderr]] as const) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!gone.has(stream) && !NOBODY.has(error.code ?? '')) {
        if (stream === stdout) stderr.write(`standard ${name} can't be written: ${error.message}\n`)
        process.once('exit', () => { process.exitCode = EXIT.infrastructure })
      }
      gone.add(stream)
    })
  }
  const write = (stream: NodeJS.WriteStream, text: string): void => { if (!gone.has(stream)) stream.write(text) }
  return {
    out: (text) => write(stdout, text),
    err: (text) => write(stderr, `${text}\n`),
    errStream: stderr,
    colour: stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
    width: Math.max(60, Math.min(stdout.columns ?? 100, 140)),
    cwd: process.cwd(),
    argv,
    fault: env['POLYGRAPH_FAULT'],
  }
}
