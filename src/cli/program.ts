import { Command, CommanderError } from 'commander'
import { BackendUnavailable } from '../contract/index.ts'
import { clean } from './clean.ts'
import { compare } from './compare.ts'
import { conformance } from './conformance.ts'
import { doctor } from './doctor.ts'
import { image } from './image.ts'
import type { Io } from './io.ts'
import { EXIT, Stop } from './io.ts'
import { list } from './list.ts'
import { isSystemError, RunFailure } from '../run/failure.ts'
import { report } from './report.ts'
import { replayTrial } from './replay.ts'
import { reproduce } from './reproduce.ts'
import { run } from './run.ts'
import { tryOut } from './try.ts'
import { verify } from './verify.ts'

/**
 * Runs one command line and gives its exit code. Expected failures are one sentence on standard error. Commands that make a
 * report load it when they run, since drawing charts takes longer to load than `list` takes in all.
 */
export async function main(argv: readonly string[], io: Io, version: string): Promise<number> {
  let code: number = EXIT.done
  const done = (ended: number): void => { code = ended }
  const program = new Command('polygraph')
    .description('A lie detector for agent evaluations.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
    .addHelpText('after', '\nExit codes: 0 done, 1 the thing measured fell short, 2 asked wrongly, 3 infrastructure.')
  reproduce(program, io, done)
  run(program, io, done)
  tryOut(program, io, done)
  list(program, io)
  doctor(program, io, done)
  conformance(program, io, done)
  report(program, io, done)
  verify(program, io, done)
  replayTrial(program, io, done)
  compare(program, io, done)
  clean(program, io, done)
  image(program, io, done)
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) command.exitOverride().configureOutput({ writeOut: io.out, writeErr: () => {} })
  try {
    if (argv.length === 0) throw new Stop(EXIT.askedWrongly, program.helpInformation().trimEnd())
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (thrown) {
    return told(thrown, io, program)
  }
}

/** Says in one sentence what went wrong and gives the exit code. A defect of this program is thrown on. */
function told(thrown: unknown, io: Io, program: Command): number {
  if (thrown instanceof Stop) {
    io.err(thrown.message)
    return thrown.exitCode
  }
  if (thrown instanceof CommanderError) {
    if (thrown.exitCode === 0) return EXIT.done
    io.err(sentence(thrown, program))
    return EXIT.askedWrongly
  }
  if (thrown instanceof BackendUnavailable || thrown instanceof RunFailure || isSystemError(thrown)) {
    io.err(thrown.message)
    return EXIT.infrastructure
  }
  throw thrown
}

function sentence({ message, code }: CommanderError, program: Command): string {
  const text = message.replace(/^error: /, '').replace(/\n?\((Did you mean .*)\)$/s, (_, hint: string) => `; ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`)
  if (code !== 'commander.unknownCommand' || text.includes(';')) return text
  return `${text}; there is ${program.commands.map((command) => command.name()).join(', ')}`
}
