import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import { DEFAULT_BACKEND } from '../backends/registry.ts'
import { DEFAULT_MAX_ERRORS } from '../run/records.ts'
import { Mode } from '../schema/index.ts'

export const catalogueOption = (): Option =>
  new Option('--catalogue <dir>', 'adds your own agents, tasks, verifiers, environments; may be given more than once')
    .argParser((dir: string, before: readonly string[]) => [...before, dir]).default([], 'none')

export const jsonOption = (): Option => new Option('--json', 'prints one JSON document instead of text').default(false)

export const seedOption = (what: string): Option => new Option('--seed <number>', what).argParser(seed).default(1)

export const concurrencyOption = (what: string): Option => new Option('--concurrency <number>', what).argParser(concurrency).default(availableParallelism(), 'one a core')

export const rootOption = (): Option => new Option('--root <root>', 'what the forks of namespaces stand on: a built environment, or the /usr of this host').choices(['built', 'host']).default('built')

export const tierOption = (): Option => new Option('--tier <tier>', 'asks namespaces for a weaker tier than the best one here').choices(['root', 'subuids', 'one-uid'])

/** The options of every command that runs experiments. */
export interface RunOptions {
  readonly backend: string
  readonly seed: number
  readonly concurrency: number
  readonly mode: Mode
  readonly out?: string
  readonly maxErrors: number
  readonly root?: 'built' | 'host'
  readonly tier?: string
  readonly catalogue: readonly string[]
  readonly json: boolean
  readonly anchor?: string
  readonly sign?: string
}

export function withRunOptions(command: Command): Command {
  return command
    .addOption(new Option('--backend <id>', 'what makes the forks').default(DEFAULT_BACKEND))
    .addOption(seedOption('draws the order of trials'))
    // A trial often waits, for the kernel or for what hangs: as many as cores leave a fifth of them idle.
    .addOption(concurrencyOption('trials at a time, where an experiment does not fix it').default(availableParallelism() + 1, 'one a core and one more'))
    .addOption(new Option('--mode <mode>', 'faithful starts a cold interpreter for every verifier, fast a preloaded one where that changes nothing').choices(Mode.options).default('faithful'))
    .addOption(rootOption())
    .addOption(tierOption())
    .addOption(new Option('--max-errors <share>', 'share of trials with an error of the machine above which the run is not conclusive (exit 3)').argParser(share).default(DEFAULT_MAX_ERRORS, '0.05'))
    .addOption(new Option('--out <dir>', 'the folder of this run (default: a new one below runs/)'))
    .addOption(new Option('--anchor <file>', "keeps the ledger's head there (default: polygraph/anchors.jsonl in your state directory)"))
    .addOption(new Option('--sign <key>', 'signs the run with this private key: one of ssh-keygen, or Ed25519 as PEM'))
    .addOption(catalogueOption())
    .addOption(jsonOption())
}

function seed(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value > 0xffff_ffff) throw new InvalidArgumentError('give a whole number from 0 to 4294967295')
  return value
}

function share(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('give a share from 0 to 1, such as 0.05')
  return value
}

function concurrency(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > 1024) throw new InvalidArgumentError('give a whole number from 1 to 1024')
  return value
}
