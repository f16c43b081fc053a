import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { folderOf } from '../run/index.ts'
import type { Io } from './io.ts'
import { EXIT, Stop } from './io.ts'
import { jsonOption } from './options.ts'

export function report(program: Command, io: Io, done: (code: number) => void): void {
  program.command('report').argument('<run>', 'a run folder, the id of a run below runs/, or "latest"')
    .description('makes the report of a run again, from its trials.jsonl alone')
    .addOption(jsonOption())
    .action(async (run: string, options: { json: boolean }) => {
      const { present } = await import('./present.ts')
      done(await present(io, folderOf(await findRun(io, run)), options))
    })
}

/** The real folder of a run that is named by path or by id. */
export async function findRun(io: Io, name: string): Promise<string> {
  for (const dir of [resolve(io.cwd, name), join(io.cwd, 'runs', name)]) {
    const found = await realpath(join(dir, 'run.json')).catch(() => null)
    if (found !== null) return resolve(found, '..')
  }
  throw new Stop(EXIT.askedWrongly, `there is no run "${name}": give a run folder, the id of one below runs/, or "latest"`)
}
