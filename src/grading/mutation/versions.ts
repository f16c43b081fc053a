import type { Snapshot, VerifierContext } from '../../contract/index.ts'
import type { Case } from '../../schema/index.ts'
import type { ArtifactFile } from '../artifact.ts'
import { fileOf, ownFolder, runUnderLimits, verifierEnvironment } from '../commands.ts'
import { referenceFiles, withArtifact } from '../reference.ts'
import { casesOf } from '../point.ts'
import { decideCases } from '../strict/index.ts'

/** A version of the artifact that a suite is run on: the reference, or a mutant of it. */
export interface Version { readonly id: string; readonly files: readonly ArtifactFile[] }

const STRICT = { place: ['pristine-fork'], believes: '', cases: [], user: 'verifier' } as const

/** The reference, and the task's mutants of it. */
export function versionsOf({ task }: VerifierContext): { readonly reference: Version; readonly mutants: readonly Version[] } {
  const files = referenceFiles(task)
  return {
    reference: { id: 'reference', files },
    mutants: task.mutants.map(({ id, replaces, bytes }) => ({ id, files: files.map((file) => (file.path === replaces ? { ...file, bytes } : file)) })),
  }
}

const known = new WeakMap<Snapshot, Promise<ReadonlySet<string>>>()

/**
 * Which mutants count: those that strict's cases kill. Asked once a task and run, which is as long as the prepared state
 * lives that they are asked on. Throws where strict doesn't pass the reference: then it can kill nothing either.
 */
export async function validMutants(context: VerifierContext): Promise<ReadonlySet<string>> {
  const before = known.get(context.pristine)
  // What another trial asked may have ended with that trial; then it is asked again here.
  if (before !== undefined) return before.catch(() => validated(context))
  const asked = validated(context)
  known.set(context.pristine, asked)
  asked.catch(() => known.delete(context.pristine))
  return asked
}

async function validated(context: VerifierContext): Promise<ReadonlySet<string>> {
  const { reference, mutants } = versionsOf(context)
  const cases: readonly Case[] = casesOf(context.task, ['stated', 'held-out'])
  const verdictOn = ({ files }: Version) => decideCases(withArtifact(context, files), STRICT, cases)
  const first = await verdictOn(reference)
  if (first.verdict !== 'pass') throw new Error(`strict does not pass the reference of ${context.task.id}: ${first.because}`)
  const valid = new Set<string>()
  for (const mutant of mutants) if ((await verdictOn(mutant)).verdict === 'fail') valid.add(mutant.id)
  return valid
}

/**
 * The files of each version as they are laid for a run of the suite: at the same paths, of the same size and with no text
 * that could be searched or hashed, so that only what the module does tells a mutant from the reference.
 */
export async function disguise(context: VerifierContext, versions: readonly Version[]): Promise<readonly Version[]> {
  const fork = await context.fork('pristine-fork')
  const folder = ownFolder(context)
  const program = `${folder}/disguise.py`
  await fork.put([fileOf('verifier', program, await context.program('disguise.py'))])
  const parts = versions.flatMap(({ files }, version) => files.map((file, index) => ({ name: `${version}.${index}`, file })))
  const stdin = JSON.stringify(parts.map(({ name, file }) => ({
    name, path: `${context.workspace}/${file.path}`, source: Buffer.from(file.bytes).toString('utf8'), salt: context.nonce(16),
  })))
  const execution = await runUnderLimits(context, fork, {
    argv: ['python3', '-I', '-S', '-B', program], user: 'verifier', cwd: context.workspace, env: verifierEnvironment(fork, folder),
    stdin: Buffer.from(stdin, 'utf8'), outputBytes: 16 << 20,
  })
  await fork.discard()
  const texts = JSON.parse(Buffer.from(execution.stdout).toString('utf8') || '{}') as Readonly<Record<string, string | null>>
  const textOf = (name: string): string => {
    const text = texts[name]
    if (typeof text !== 'string') throw new Error(`a version of ${context.task.id} does not compile: ${Buffer.from(execution.stderr).toString('utf8').slice(-300)}`)
    return text
  }
  const longest = Math.max(...parts.map(({ name }) => textOf(name).length))
  return versions.map(({ id, files }, version) => ({
    id, files: files.map((file, index) => ({ ...file, bytes: Buffer.from(`${textOf(`${version}.${index}`)}#`.padEnd(longest + 1, '#')) })),
  }))
}
