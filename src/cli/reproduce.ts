import type { Command } from 'commander'
import { EXPERIMENTS } from '../experiments/index.ts'
import type { Io } from './io.ts'
import type { RunOptions } from './options.ts'
import { withRunOptions } from './options.ts'

/** The experiments whose numbers were published. */
const PUBLISHED = ['exp0', 'exp1', 'exp1b', 'exp2', 'exp3']

export function reproduce(program: Command, io: Io, done: (code: number) => void): void {
  withRunOptions(program.command('reproduce'))
    .description('runs EXP0, EXP1, EXP1b, EXP2 and EXP3 on real forks and compares each finding with the published one')
    .action(async (options: RunOptions) => {
      const { perform } = await import('./perform.ts')
      done(await perform(io, PUBLISHED.flatMap((id) => EXPERIMENTS.get(id) ?? []), options))
    })
}
