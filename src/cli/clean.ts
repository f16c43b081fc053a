import type { Command } from 'commander'
import { Option } from 'commander'
import { BACKENDS } from '../backends/registry.ts'
import type { Leftover } from '../contract/index.ts'
import { messageOf } from '../trial/index.ts'
import type { Io } from './io.ts'
import { EXIT, json } from './io.ts'
import { openBackend } from './open.ts'
import { jsonOption } from './options.ts'

type Found = Leftover & { readonly backend: string; readonly removed: boolean; readonly failed: string | null }

export function clean(program: Command, io: Io, done: (code: number) => void): void {
  program.command('clean')
    .description('removes what dead runs left behind, and nothing else')
    .option('--dry-run', 'only says what it would remove', false)
    .addOption(new Option('--backend <backend>', 'cleans up after a backend in a file or a module as well; may be given more than once').argParser((name: string, before: readonly string[]) => [...before, name]).default([], 'none'))
    .addOption(jsonOption())
    .action(async (options: { dryRun: boolean; backend: readonly string[]; json: boolean }) => {
      const found: Found[] = []
      for (const id of new Set([...BACKENDS.keys(), ...options.backend])) found.push(...await cleanOne(io, id, options.dryRun))
      if (options.json) json(io, found)
      else for (const each of found) io.out(`${sentence(each, options.dryRun)}\n`)
      done(found.some((each) => each.failed !== null) ? EXIT.infrastructure : EXIT.done)
    })
}

async function cleanOne(io: Io, id: string, dryRun: boolean): Promise<readonly Found[]> {
  const backend = await openBackend(io, { backend: id })
  try {
    const found: Found[] = []
    for (const leftover of await backend.leftovers()) {
      const failed = dryRun ? null : await backend.remove(leftover).then(() => null, messageOf)
      found.push({ ...leftover, backend: backend.id, removed: !dryRun && failed === null, failed })
    }
    return found
  } finally {
    await backend.close()
  }
}

function sentence({ kind, id, because, failed }: Found, dryRun: boolean): string {
  if (failed !== null) return `could not remove ${kind} ${id}: ${failed}`
  return `${dryRun ? 'would remove' : 'removed'} ${kind} ${id} (${because})`
}
