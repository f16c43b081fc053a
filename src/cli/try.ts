import type { Command } from 'commander'
import { Option } from 'commander'
import type { Catalogue } from '../catalogue/index.ts'
import { systemClock, systemRandomness } from '../contract/index.ts'
import type { Experiment } from '../experiments/index.ts'
import { execute, readRows, silent, watchInterrupts } from '../run/index.ts'
import type { Agent, Task, TrialPlan, TrialRow } from '../schema/index.ts'
import { Actor, Layout, StagingDefect } from '../schema/index.ts'
import { columns } from './columns.ts'
import type { Io } from './io.ts'
import { EXIT, json, Stop } from './io.ts'
import { openBackend, openCatalogue, pick, whenReady } from './open.ts'
import type { RunOptions } from './options.ts'
import { withRunOptions } from './options.ts'
import { askedOf, openFolder } from './perform.ts'

interface TryOptions extends RunOptions {
  readonly agent: readonly string[]
  readonly task: readonly string[]
  readonly environment?: string
  readonly layout?: Layout
  readonly actor?: Actor
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value]

/**
 * Acts single agents on single tasks and shows every verifier's verdict with its reason: what an author of an agent, a task
 * or a verifier wants to see first. No finding comes of it.
 */
export function tryOut(program: Command, io: Io, done: (code: number) => void): void {
  withRunOptions(program.command('try'))
    .description('acts agents on tasks and shows every verdict with its reason')
    .addOption(new Option('--agent <id>', 'which agent; may be given more than once').argParser(collect).default([], 'none'))
    .addOption(new Option('--task <id>', 'which task; may be given more than once (default: all that the agent applies to)').argParser(collect).default([], 'all'))
    .addOption(new Option('--environment <id>', "fork from this environment instead of the task's own"))
    .addOption(new Option('--layout <where>', 'stage a session, badly, with its grading material there').choices(Layout.options))
    .addOption(new Option('--actor <who>', 'who acts').choices(Actor.options))
    .action(async (options: TryOptions) => done(await perform(io, options)))
}

async function perform(io: Io, options: TryOptions): Promise<number> {
  if (options.agent.length === 0) throw new Stop(EXIT.askedWrongly, 'say which agent: --agent ID, more than once for several')
  const catalogue = await openCatalogue(io, options.catalogue)
  const trials = plan(catalogue, options)
  if (trials.length === 0) throw new Stop(EXIT.askedWrongly, 'none of these agents applies to any of these tasks')
  const backend = await openBackend(io, options)
  const interrupts = watchInterrupts(systemClock, io.err)
  try {
    const ready = await whenReady(backend)
    const folder = await openFolder(io, options.out)
    await execute({
      folder, experiments: [experimentOf(trials)], catalogue, backend, ready, mode: options.mode, seed: options.seed,
      concurrency: options.concurrency, asked: askedOf(options), command: io.argv, clock: systemClock, randomness: systemRandomness,
      signal: interrupts.signal, progress: silent,
    })
    const read = await readRows(folder.rows)
    if (!read.ok) throw new Stop(EXIT.infrastructure, read.because)
    const rows = read.rows.toSorted((a, b) => a.id < b.id ? -1 : 1)
    if (options.json) json(io, rows)
    else for (const row of rows) io.out(textOf(row, io.width))
    return interrupts.exitCode() ?? EXIT.done
  } finally {
    await backend.close()
    interrupts.restore()
  }
}

function plan(catalogue: Catalogue, options: TryOptions): readonly TrialPlan[] {
  const agents = options.agent.map((id) => pick(catalogue.agents, id, 'agent'))
  const tasks = options.task.length > 0 ? options.task.map((id) => pick(catalogue.tasks, id, 'task')) : [...catalogue.tasks.values()]
  const environment = options.environment === undefined ? null : pick(catalogue.environments, options.environment, 'environment').id
  const { layout = null, actor = null } = options
  return agents.flatMap((agent) => tasks.filter((task) => applies(agent, task)).map((task): TrialPlan => ({
    id: `try.${agent.id}.${task.id}`, experiment: 'try', arm: 'main', agent: agent.id, task: task.id, repeat: 1, control: false,
    box: 'fork', sequence: null, environment, exposed: [], layout, defects: layout === null ? [] : [...StagingDefect.options], actor, session: 'one',
    verifiers: [...catalogue.verifiers.keys()],
  })))
}

function applies(agent: Agent, task: Task): boolean {
  return agent.appliesTo.some((to) => to === 'any' || to === task.language || to === task.id)
}

function experimentOf(trials: readonly TrialPlan[]): Experiment {
  return {
    id: 'try', title: 'Single acts', question: 'which verdict does each act get, and why?',
    plan: () => [{ id: 'try', concurrency: null, trials }],
    analyse: () => ({ findings: [], controls: [], tables: [] }),
  }
}

function textOf(row: TrialRow, width: number): string {
  const witness = row.witnessed === null ? 'none declared' : row.witnessed ? 'left' : 'MISSING: the trick did not run'
  const head = [
    `${row.agent} (${row.label}) on ${row.task}: ${row.outcome.state}${row.outcome.state === 'graded' ? '' : `, ${row.outcome.because}`}`,
    `  words ${JSON.stringify(row.claim?.words.slice(0, 200) ?? null)}, script exit ${row.claim?.scriptExit ?? '–'}, test exit ${row.claim?.testExit ?? '–'}, witness ${witness}`,
    ...(row.laid.length === 0 ? [] : [`  within reach: ${row.laid.map(({ source }) => source).join(', ')}`]),
    `  changed ${row.changed.count}: ${row.changed.paths.slice(0, 8).join(', ')}`,
  ]
  const lines = columns(Object.entries(row.verdicts).map(([id, verdict]) => [`  ${id}`, verdict.verdict, verdict.reason, verdict.because]), width)
  return `${[...head, lines].join('\n')}\n`
}
