import type { VerifierContext } from '../../contract/index.ts'
import type { ProgramCase, Verdict } from '../../schema/index.ts'
import type { ArtifactFile } from '../artifact.ts'
import { MOST_BYTES } from '../artifact.ts'
import { runUnderLimits, verifierEnvironment } from '../commands.ts'
import { referenceFiles } from '../reference.ts'
import { runPrograms, workFolder } from '../strict/programs.ts'

/** One run of the program by the candidate, against what the reference does with the same input in a fork of its own. */
export async function compareProgram(context: VerifierContext, candidate: readonly ArtifactFile[], one: ProgramCase, writes: readonly string[]): Promise<Verdict> {
  const running = { place: 'pristine-fork', user: 'verifier', files: candidate } as const
  return runPrograms(context, running, [{ ...one, expect: await outcomeOf(context, one, writes) }], 0)
}

async function outcomeOf(context: VerifierContext, one: ProgramCase, writes: readonly string[]): Promise<ProgramCase['expect']> {
  const { task } = context
  const fork = await context.fork('pristine-fork')
  const { folder, entries } = workFolder(context, { place: 'pristine-fork', user: 'verifier', files: referenceFiles(task) }, one)
  await fork.put(entries)
  const { exitCode, stdout } = await runUnderLimits(context, fork, {
    argv: [...(task.program ?? []), ...one.argv], user: 'verifier', cwd: folder, env: verifierEnvironment(fork, folder), stdin: Buffer.from(one.stdin, 'utf8'),
  })
  const text = Buffer.from(stdout).toString('utf8')
  if (exitCode === null || !Buffer.from(text, 'utf8').equals(stdout)) throw new Error(`the reference of ${task.id} doesn't end by itself with text for ${one.argv.join(' ')}`)
  const results = writes.length === 0 ? [] : await fork.get(writes.map((path) => `${folder}/${path}`), { files: writes.length, bytesPerFile: MOST_BYTES, bytes: MOST_BYTES * writes.length })
  await fork.discard()
  const files = results.flatMap((result, index) => (result.state === 'file' ? [[writes[index]!, Buffer.from(result.bytes).toString('utf8')] as const] : []))
  return { stdout: text, exit: exitCode, files: Object.fromEntries(files) }
}
