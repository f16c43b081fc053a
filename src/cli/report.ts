import { lstat, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { Option } from 'commander'
import { systemRandomness } from '../contract/index.ts'
import { folderOf, makeFolder } from '../run/index.ts'
import type { Io } from './io.ts'
import { EXIT, Stop } from './io.ts'
import { jsonOption } from './options.ts'

export function report(program: Command, io: Io, done: (code: number) => void): void {
  program.command('report').argument('<run>', 'a run folder, the id of a run below runs/, or "latest"')
    .description('makes the report of a run again, from its trials.jsonl alone')
    .addOption(new Option('--out <dir>', 'makes it in this folder instead, which must be empty or not be there'))
    .addOption(jsonOption())
    .action(async (run: string, { json, out }: { readonly json: boolean; readonly out?: string }) => {
      const folder = folderOf(await findRun(io, run))
      const { present } = await import('./present.ts')
      done(await present(io, folder, { json, ...(out === undefined ? {} : { out: await emptyFolder(io, out) }) }))
    })
}

async function emptyFolder(io: Io, out: string): Promise<string> {
  const made = await makeFolder({ runs: io.cwd, out: resolve(io.cwd, out) }, 'report', systemRandomness)
  if ('because' in made) throw new Stop(made.machine ? EXIT.infrastructure : EXIT.askedWrongly, made.because)
  return made.dir
}

/** By which a folder is known as that of a run, also when one of them was taken away. */
const FILES = ['run.json', 'trials.jsonl', 'SHA256SUMS', 'seal.json']

/** The real folder of a run that is named by path or by id. What its files lead to is not its affair: they may be links. */
export async function findRun(io: Io, name: string): Promise<string> {
  for (const dir of [resolve(io.cwd, name), join(io.cwd, 'runs', name)]) {
    if (await standsIn(dir, FILES)) return realpath(dir)
  }
  throw new Stop(EXIT.askedWrongly, `there is no run "${name}": give a run folder, the id of one below runs/, or "latest"`)
}

async function standsIn(dir: string, names: readonly string[]): Promise<boolean> {
  return (await Promise.all(names.map((name) => lstat(join(dir, name)).then(() => true, () => false)))).includes(true)
}
