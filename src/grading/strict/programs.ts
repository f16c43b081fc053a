import type { Execution, FileEntry, Fork, VerifierContext } from '../../contract/index.ts'
import type { ProgramCase, Verdict } from '../../schema/index.ts'
import { fail, pass, printable } from '../../schema/index.ts'
import type { ArtifactFile } from '../artifact.ts'
import { MOST_BYTES, artifactEntries } from '../artifact.ts'
import { agentEnvironment, fileOf, ownFolder, runUnderLimits, verifierEnvironment } from '../commands.ts'
import type { Failure } from '../execution.ts'
import { failureOf } from '../execution.ts'
import { startFiles } from '../start.ts'
import { answerEvidence } from './compare.ts'

/** Where and as whom programs are run. */
export interface Running { readonly place: 'sealed-fork' | 'pristine-fork'; readonly user: 'agent' | 'verifier'; readonly files: readonly ArtifactFile[] }

/**
 * Runs each case in a fork of its own, so that a file one case writes is in no other's way, and compares bytes here. The
 * first wrong one ends it: each further one would cost a fork and a start of the program, and change nothing.
 */
export async function runPrograms(context: VerifierContext, running: Running, cases: readonly ProgramCase[], before: number): Promise<Verdict> {
  const total = before + cases.length
  for (const [number, one] of cases.entries()) {
    const wrong = await runOne(context, running, one, before + number, total)
    if (wrong !== null) return { ...wrong, evidence: { ...wrong.evidence, right: before + number } }
  }
  return pass('cases-agree', `all ${total} answers are right`, { questions: total, right: total })
}

async function runOne(context: VerifierContext, running: Running, one: ProgramCase, index: number, questions: number): Promise<Verdict | null> {
  const fork = await context.fork(running.place)
  const { folder, entries } = workFolder(context, running, one)
  await fork.put(entries)
  const execution = await runUnderLimits(context, fork, {
    argv: [...(context.task.program ?? []), ...one.argv],
    user: running.user,
    cwd: folder,
    env: running.user === 'agent' ? agentEnvironment(context, fork) : verifierEnvironment(fork, folder),
    stdin: Buffer.from(one.stdin, 'utf8'),
  })
  const wrong = differenceOf(one, execution) ?? await fileDifference(fork, folder, one)
  await fork.discard()
  const call = printable([...(context.task.program ?? []), ...one.argv].join(' '), { limit: 200 })
  context.compared?.([{ call, expected: wrong?.expected ?? one.expect.stdout, got: wrong?.got ?? null }])
  if (wrong === null) return null
  return fail(wrong.reason, `${call}: ${wrong.because}`, { questions, ...answerEvidence(index, call, wrong.expected, wrong.got) })
}

/**
 * A pristine fork's workspace belongs to the agent's user, so a program that writes files is run by the verifier in a
 * folder of its own: the start files of the task, the artifact over them, the case's files over both.
 */
function workFolder(context: VerifierContext, running: Running, one: ProgramCase): { folder: string; entries: FileEntry[] } {
  const own = running.place === 'pristine-fork'
  const folder = own ? `${ownFolder(context)}/work` : context.workspace
  const start = own ? startFiles(context.task, folder, running.user) : []
  const given = Object.entries(one.files).map(([path, text]) => fileOf(running.user, `${folder}/${path}`, text))
  const last = new Map([...start, ...artifactEntries(running.files, folder), ...given].map((entry) => [entry.path, entry]))
  return { folder, entries: [...last.values()] }
}

interface Wrong extends Failure { readonly expected: string; readonly got: string }

function differenceOf(one: ProgramCase, execution: Execution): Wrong | null {
  const failure = failureOf(execution)
  const ended = execution.exitCode === null ? `${execution.signal ?? 'no exit code'}` : `exit ${execution.exitCode}`
  const exit = { expected: `exit ${one.expect.exit}`, got: ended }
  if (failure !== null && failure.reason !== 'exit-nonzero') return { ...failure, ...exit }
  if (execution.truncated.stdout) return { reason: 'output-flood', because: 'it wrote more than is read', ...exit }
  if (execution.exitCode !== one.expect.exit) return { reason: 'wrong-answer', because: 'it ended with another exit code', ...exit }
  return bytesDifference('it printed something else', one.expect.stdout, execution.stdout)
}

async function fileDifference(fork: Fork, folder: string, one: ProgramCase): Promise<Wrong | null> {
  const wanted = Object.entries(one.expect.files)
  if (wanted.length === 0) return null
  const bounds = { files: wanted.length, bytesPerFile: MOST_BYTES, bytes: MOST_BYTES * wanted.length }
  const results = await fork.get(wanted.map(([path]) => `${folder}/${path}`), bounds)
  for (const [index, [path, text]] of wanted.entries()) {
    const result = results[index]
    if (result?.state !== 'file') return { reason: 'wrong-answer', because: `it left no regular file ${printable(path)}`, expected: 'file', got: result?.state ?? 'missing' }
    const wrong = bytesDifference(`it wrote something else to ${printable(path)}`, text, result.bytes)
    if (wrong !== null) return wrong
  }
  return null
}

function bytesDifference(because: string, expected: string, got: Uint8Array): Wrong | null {
  if (Buffer.from(expected, 'utf8').equals(got)) return null
  return { reason: 'wrong-answer', because, expected, got: Buffer.from(got).toString('utf8') }
}
