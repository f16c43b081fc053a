import type { Command } from 'commander'
import { EXPERIMENTS } from '../experiments/index.ts'
import type { Io } from './io.ts'
import { pick } from './open.ts'
import type { RunOptions } from './options.ts'
import { withRunOptions } from './options.ts'

export function run(program: Command, io: Io, done: (code: number) => void): void {
  withRunOptions(program.command('run').argument('<experiment...>', `one or more of: ${[...EXPERIMENTS.keys()].join(', ')}`))
    .description('runs experiments')
    .action(async (ids: readonly string[], options: RunOptions) => {
      const asked = new Set(ids.map((id) => pick(EXPERIMENTS, id, 'experiment')))
      // In the fixed order, however they were asked for.
      const { perform } = await import('./perform.ts')
      done(await perform(io, [...EXPERIMENTS.values()].filter((experiment) => asked.has(experiment)), options))
    })
}
