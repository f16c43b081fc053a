import type { Execution, Fork, VerifierContext } from '../../contract/index.ts'
import type { Compared, Verdict } from '../../schema/index.ts'
import { fail } from '../../schema/index.ts'
import type { ArtifactFile } from '../artifact.ts'
import { artifactEntries } from '../artifact.ts'
import { agentEnvironment, fileOf, ownFolder, runUnderLimits, verifierEnvironment } from '../commands.ts'
import { executionEvidence, failureOf } from '../execution.ts'
import { parseAnswers } from './answers.ts'
import { compareAnswers } from './compare.ts'
import type { Question, Request } from './questions.ts'

const OUTPUT_BYTES = 16 << 20

/** In which fork, as whom, and with which files laid over the workspace questions are put. */
export interface Asking { readonly fork: Fork; readonly user: 'agent' | 'verifier'; readonly files: readonly ArtifactFile[]; readonly preload: boolean }

/** Puts questions to an answering child in a fork and compares what comes back. */
export async function ask(context: VerifierContext, asking: Asking, questions: readonly Question[], request: Request): Promise<Verdict> {
  const execution = await put(context, asking, request)
  const answers = parseAnswers(execution.stdout, request.nonce, questions.length)
  if (answers.state === 'answered') context.compared?.(comparisons(questions, answers.texts))
  return judge(execution, questions, request.nonce)
}

function comparisons(questions: readonly Question[], texts: readonly string[]): readonly Compared[] {
  return questions.map(({ index, call, expected }) => ({ call, expected, got: texts[index] === expected ? null : texts[index] ?? '' }))
}

const written = new WeakMap<Request, Buffer>()

/** A request as it is sent. One that goes to the reference and to every candidate of a run is written once. */
export function bytesOf(request: Request): Buffer {
  const bytes = written.get(request) ?? Buffer.from(JSON.stringify(request), 'utf8')
  written.set(request, bytes)
  return bytes
}

/** Puts questions to an answering child in a fork. What comes back says nothing before it is parsed. */
export async function put(context: VerifierContext, asking: Asking, request: Request): Promise<Execution> {
  const { fork, user } = asking
  const folder = ownFolder(context)
  const python = context.task.language === 'python'
  const name = python ? 'answer.py' : 'answer.mjs'
  const program = `${folder}/${name}`
  await fork.put([...artifactEntries(asking.files, context.workspace), fileOf(user, program, await context.program(name))])
  return runUnderLimits(context, fork, {
    argv: python ? ['python3', '-I', '-S', '-B', program, context.workspace] : ['/bin/sh', '-c', KEEP_STDOUT, 'sh', program, context.workspace],
    user,
    cwd: context.workspace,
    env: user === 'agent' ? agentEnvironment(context, fork) : verifierEnvironment(fork, folder),
    stdin: bytesOf(request),
    outputBytes: OUTPUT_BYTES,
    ...(python && asking.preload ? { preload: 'python' as const } : {}),
  })
}

// Node has no dup2: the shell keeps standard output as descriptor 3 and gives candidate code /dev/null in its place.
const KEEP_STDOUT = 'exec node "$@" 3>&1 1>/dev/null 2>&1'

/** The verdict on one run of an answering child. Only complete, right answers of a child that ended by itself pass. */
export function judge(execution: Execution, questions: readonly Question[], nonce: string): Verdict {
  const answers = parseAnswers(execution.stdout, nonce, questions.length)
  const answered = answers.state === 'answered' ? answers.texts.length : answers.answered
  const evidence = { questions: questions.length, answered, exit: execution.exitCode, signal: execution.signal, preloaded: execution.preloaded }
  const failure = failureOf(execution)
  if (failure?.reason === 'timed-out') return fail('timed-out', `the answering process: ${failure.because}`, evidence)
  if (execution.truncated.stdout) return fail('output-flood', 'the answering process wrote more than is read', evidence)
  if (answers.state === 'rejected') {
    // How it was ended says more than which answer was thereby left out.
    const cause = failure !== null && failure.reason !== 'exit-nonzero' && isCutShort(answers.reason) ? failure : answers
    return fail(cause.reason, `the answering process: ${cause.because}`, { ...evidence, errors: executionEvidence(execution).errors ?? '' })
  }
  if (failure !== null) return fail(failure.reason, `the answering process answered, and then ${failure.because.replace(/^it /, '')}`, evidence)
  const verdict = compareAnswers(questions, answers.texts)
  return { ...verdict, evidence: { ...verdict.evidence, preloaded: execution.preloaded } }
}

function isCutShort(reason: string): boolean {
  return reason === 'missing-answer' || reason === 'malformed-answer'
}
