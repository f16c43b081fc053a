import type { Command } from 'commander'
import { Option } from 'commander'
import { EXPERIMENTS } from '../experiments/index.ts'
import type { Io } from './io.ts'
import { EXIT, Stop } from './io.ts'
import { pick } from './open.ts'
import type { RunOptions } from './options.ts'
import { withRunOptions } from './options.ts'

interface Options extends RunOptions { readonly resume?: string; readonly retryErrors: boolean }

export function run(program: Command, io: Io, done: (code: number) => void): void {
  const command = withRunOptions(program.command('run').argument('[experiment...]', `one or more of: ${[...EXPERIMENTS.keys()].join(', ')}`))
    .description('runs experiments, or goes on with a run that was stopped or killed')
    .addOption(new Option('--resume <run>', 'finishes what is missing of a run, and repeats nothing that was recorded'))
    .addOption(new Option('--retry-errors', 'with --resume: repeats the trials that ended in an error of the machine, and those alone').default(false))
  command.action(async (ids: readonly string[], options: Options) => {
    const given = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli').map((option) => option.attributeName())
    if (options.resume !== undefined) {
      if (ids.length > 0) throw new Stop(EXIT.askedWrongly, `--resume takes the experiments from the run; leave out ${ids.join(' ')}`)
      const { resume } = await import('./resume.ts')
      return done(await resume(io, options.resume, { options, given, retryErrors: options.retryErrors }))
    }
    if (options.retryErrors) throw new Stop(EXIT.askedWrongly, '--retry-errors needs the run whose errors are to be repeated: --resume RUN')
    if (ids.length === 0) throw new Stop(EXIT.askedWrongly, `missing required argument 'experiment': one or more of ${[...EXPERIMENTS.keys()].join(', ')}, or --resume RUN`)
    const asked = new Set(ids.map((id) => pick(EXPERIMENTS, id, 'experiment')))
    // In the fixed order, however they were asked for.
    const { perform } = await import('./perform.ts')
    done(await perform(io, [...EXPERIMENTS.values()].filter((experiment) => asked.has(experiment)), options))
  })
}
