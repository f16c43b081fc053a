import type { Snapshot, VerifierContext } from '../../contract/index.ts'
import type { Case, CaseGenerator, Verdict } from '../../schema/index.ts'
import { fail, pass, printable } from '../../schema/index.ts'
import { takeArtifact } from '../artifact.ts'
import type { Drawn } from './draw.ts'
import { programRounds } from './programs.ts'
import type { Known, Round, Rounds } from './rounds.ts'
import { caseText, roundsOf } from './rounds.ts'

/** All of them go to one child, so that their number costs next to nothing. */
const RUNS = { least: 100, total: 400 }
/** A run of a program is a start of its own. */
const PROGRAM_RUNS = { least: 60, total: 60 }
/** Forks that are spent on making a counterexample smaller, how many smaller cases go to each, and how far ahead these look. */
const CALLS = { rounds: 10, batch: 24, levels: 10 }
const PROGRAMS = { rounds: 3, batch: 6, levels: 0 }

/** Says why a task can't be graded by generated cases, or null. */
export function withoutGenerators(task: VerifierContext['task']): string | null {
  return task.property === undefined || task.property.length === 0 ? 'the task says of no input how it is made' : null
}

/**
 * The inputs of a task in one run: a seed, the cases that it gives, and what the reference answered to them. They live as long as the pristine state that they are asked in, of which a run has one a task.
 */
interface Inputs { readonly seed: string; readonly batches: readonly Batch[] }
interface Batch { readonly generator: ProgramGenerator | null; readonly drawn: readonly Drawn[]; readonly cases: readonly Case[]; readonly known: Known }
type ProgramGenerator = Extract<CaseGenerator, { kind: 'program' }>

const inputs = new WeakMap<Snapshot, Promise<Inputs>>()

async function inputsOf(context: VerifierContext): Promise<Inputs> {
  const seed = context.nonce(16)
  // Every verifier is loaded with this module, and none but this one needs fast-check.
  const { draw } = await import('./draw.ts')
  const generators = context.task.property ?? []
  const calls = generators.filter((each) => each.kind !== 'program')
  return {
    seed,
    batches: [
      ...(calls.length === 0 ? [] : [batchOf(null, draw(calls, RUNS, seed))]),
      ...generators.flatMap((each) => each.kind === 'program' ? [batchOf(each, draw([each], PROGRAM_RUNS, seed))] : []),
    ],
  }
}

function batchOf(generator: ProgramGenerator | null, drawn: readonly Drawn[]): Batch {
  return { generator, drawn, cases: drawn.map(({ one }) => one), known: new Map() }
}

/**
 * Generated cases against the reference, over strict's protocol: the inputs come from a seed that is drawn in each run and
 * that no fork sees, and what the reference answers to them never enters the candidate's fork. A difference is made smaller
 * by fast-check before it is told; the seed replays the whole of it.
 */
export async function compareWithReference(context: VerifierContext): Promise<Verdict> {
  const artifact = await takeArtifact(context)
  if ('refused' in artifact) return artifact.refused
  const drawn = inputs.get(context.pristine) ?? inputsOf(context)
  inputs.set(context.pristine, drawn)
  const { seed, batches } = await drawn
  let count = 0
  for (const { generator, drawn, cases, known } of batches) {
    count += drawn.length
    const [rounds, size] = generator === null ? [roundsOf(context, artifact.files, seed, known), CALLS] : [programRounds(context, artifact.files, generator, seed, known), PROGRAMS]
    const whole = await rounds.ask(cases)
    // What hangs isn't made smaller: each smaller case could hang as long.
    const verdict = whole.differs === null || whole.verdict.reason === 'timed-out' ? whole.verdict : await shrunk(context, drawn[whole.differs.at]!, whole, { rounds, size })
    if (verdict.verdict !== 'pass') return { ...verdict, evidence: { ...verdict.evidence, seed } }
  }
  return pass('cases-agree', `all ${count} generated cases are answered as the reference answers them`, { inputs: count, seed })
}

interface Shrinking { readonly rounds: Rounds; readonly size: typeof CALLS }

/**
 * The verdict on the smallest counterexample that was found within the bound. Several smaller cases go to one fork, and
 * one that still differs is made smaller in its turn, as fast-check would with one case at a time; those that are several
 * times smaller go along and come first, since halving a large number takes one round each else.
 */
async function shrunk(context: VerifierContext, first: Drawn, round: Round, { rounds: asker, size: { rounds: most, batch, levels } }: Shrinking): Promise<Verdict> {
  let [smallest, found, shrinks, rounds] = [first, round, 0, 0]
  let candidates = smallest.smaller()
  for (; rounds < most; rounds++) {
    const smaller = take(candidates, batch)
    if (smaller.length === 0) break
    const next = [...ahead(smaller, levels), ...smaller]
    const tried = await asker.ask(next.map(({ one }) => one))
    // A smaller case that is not even answered is another fault than the one that was found.
    if (tried.differs === null && tried.verdict.verdict !== 'pass') break
    if (tried.differs === null) continue
    smallest = next[tried.differs.at]!
    found = tried
    candidates = smallest.smaller()
    shrinks += 1
  }
  const { verdict, verdict: { evidence } } = found
  const counterexample = printable(caseText(smallest.one, found.differs?.step ?? 0, context.task), { limit: 600 })
  const call = String(evidence['call'] ?? counterexample)
  return fail(verdict.verdict === 'fail' ? verdict.reason : 'wrong-answer', `${verdict.because} (smallest case found: ${counterexample})`, {
    counterexample, call, expected: evidence['expected'] ?? null, got: evidence['got'] ?? null, shrinks, rounds: rounds + 1,
  })
}

/** What the first few cases become when they are made smaller again and again, the smallest first. */
function ahead(cases: readonly Drawn[], levels: number): readonly Drawn[] {
  const found: Drawn[][] = []
  let last = cases
  for (let level = 0; level < levels && last.length > 0; level++) {
    last = last.slice(0, 3).flatMap((each) => take(each.smaller(), 6))
    found.unshift([...last])
  }
  return found.flat()
}

function take<T>(from: Iterator<T>, most: number): T[] {
  const taken: T[] = []
  for (let next = from.next(); next.done !== true; next = from.next()) {
    taken.push(next.value)
    if (taken.length === most) break
  }
  return taken
}
