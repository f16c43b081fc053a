import { median } from 'simple-statistics'
import type { Execution, VerifierContext } from '../../contract/index.ts'
import type { Case, Task, Timing, Verdict } from '../../schema/index.ts'
import { fail, pass } from '../../schema/index.ts'
import type { ArtifactFile } from '../artifact.ts'
import { takeArtifact } from '../artifact.ts'
import { referenceFiles } from '../reference.ts'
import { parseAnswers } from '../strict/answers.ts'
import { judge, put } from '../strict/ask.ts'
import type { Request } from '../strict/questions.ts'
import { questionsOf } from '../strict/questions.ts'
import { inputOf } from './inputs.ts'
import type { Round, Spent } from './rule.ts'
import { decided, isOver, ratioOf } from './rule.ts'

export { inputOf } from './inputs.ts'
export { decided, isOver, ratioOf } from './rule.ts'

/** Says why a task's time can't be judged, or null. */
export function withoutTiming(task: Task): string | null {
  return task.timing === undefined ? 'the task bounds no time' : null
}

/**
 * Times one call after another, reference and candidate in turn, each with an input that no one has seen and in a fork and
 * a process of its own that must be over, with the right answer, before the clock stops. The clock is the backend's, out
 * of reach of what is measured; the bound is a ratio to the reference in this very run.
 */
export async function holdToReference(context: VerifierContext): Promise<Verdict> {
  const artifact = await takeArtifact(context)
  if ('refused' in artifact) return artifact.refused
  const { task } = context
  const timing = task.timing!
  const rounds: Round[] = []
  while (!decided(rounds, timing.ratio)) {
    const { questions, request } = drawn(context, timing)
    const idle = await once(context, referenceFiles(task), nothingOf(request))
    const reference = await once(context, referenceFiles(task), request)
    const right = parseAnswers(reference.stdout, request.nonce, 1)
    if (right.state === 'rejected') throw new Error(`the reference of ${task.id} doesn't answer within its limits: ${right.because}`)
    const candidate = await once(context, artifact.files, request)
    const verdict = judge(candidate, [{ ...questions[0]!, expected: right.texts[0]! }], request.nonce)
    const round = { idle: spent(idle), reference: spent(reference), candidate: spent(candidate) }
    rounds.push(round)
    if (verdict.verdict !== 'pass') {
      const { expected = null, got = null } = verdict.evidence
      return { ...verdict, because: verdict.because.replace(questions[0]!.call, `${timing.call}(…)`), evidence: { ...evidenceOf(rounds), expected, got } }
    }
  }
  const evidence = { ...evidenceOf(rounds), bound: timing.ratio }
  const [cpu, wall] = [ratioOf(rounds, 'cpu'), ratioOf(rounds, 'wall')!]
  const told = `${wall.toFixed(1)} times the reference's time${cpu === null ? '' : ` (${cpu.toFixed(1)} times its processor time)`}, of ${timing.ratio} that hold`
  return isOver(rounds, timing.ratio) ? fail('false-timing', `right answers in ${told}`, evidence) : pass('time-holds', `right answers in ${told}`, evidence)
}

function drawn(context: VerifierContext, timing: Timing): ReturnType<typeof questionsOf> {
  const one: Case = { kind: 'call', call: timing.call, args: [inputOf(timing.make, context.nonce(4))], expect: { returns: { type: 'none' } } }
  return questionsOf([one], context.task.language, context.task.cases.module, context.nonce(16))
}

/** The same input, read and decoded and then given to nothing: what a call costs beside its work. */
function nothingOf(request: Request): Request {
  return { ...request, cases: request.cases.map((one) => ({ ...(one as object), call: 'no_such_function' })) }
}

async function once(context: VerifierContext, files: readonly ArtifactFile[], request: Request): Promise<Execution> {
  const fork = await context.fork('pristine-fork')
  try {
    // Never preloaded: both sides start cold, whatever the mode.
    return await put(context, { fork, user: 'verifier', files, preload: false }, request)
  } finally {
    await fork.discard()
  }
}

function spent({ durationMs, usage }: Execution): Spent {
  return { wall: durationMs, cpu: usage.cpuMs }
}

function evidenceOf(rounds: readonly Round[]): Verdict['evidence'] {
  const middle = (of: (round: Round) => number | null): number | null => {
    const values = rounds.map(of).filter((value) => value !== null)
    return values.length === 0 ? null : Math.round(median(values) * 10) / 10
  }
  const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)
  return {
    rounds: rounds.length, ratio: rounded(ratioOf(rounds, 'wall')), cpu_ratio: rounded(ratioOf(rounds, 'cpu')),
    idle_ms: middle(({ idle }) => idle.wall), reference_ms: middle(({ reference }) => reference.wall), candidate_ms: middle(({ candidate }) => candidate.wall),
    reference_cpu_ms: middle(({ reference }) => reference.cpu), candidate_cpu_ms: middle(({ candidate }) => candidate.cpu),
  }
}
