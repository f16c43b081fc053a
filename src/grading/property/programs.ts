import { createHash } from 'node:crypto'
import type { Execution, Fork, VerifierContext } from '../../contract/index.ts'
import type { Case, CaseGenerator, Verdict } from '../../schema/index.ts'
import { fail, pass, printable } from '../../schema/index.ts'
import type { ArtifactFile } from '../artifact.ts'
import { artifactEntries } from '../artifact.ts'
import { fileOf, ownFolder, verifierEnvironment } from '../commands.ts'
import type { Failure } from '../execution.ts'
import { failureOf } from '../execution.ts'
import { referenceFiles } from '../reference.ts'
import { startFiles } from '../start.ts'
import { parseAnswers } from '../strict/answers.ts'
import type { Known, Round, Rounds } from './rounds.ts'
import { caseText, remembered } from './rounds.ts'

type ProgramGenerator = Extract<CaseGenerator, { kind: 'program' }>

/** Seconds of one run, of which a batch has many. */
const RUN_SECONDS = 10
const OUTPUT_BYTES = 64 << 20

/** Runs of a batch that come before the others: most wrong programs are told by them, and the others then tell nothing more. */
const FIRST = 6

/**
 * The same as for calls, with runs of a program in the place of answers: all of a batch in one fork, each in a folder of
 * its own. What the program leaves to a later run is its own affair; what is right never enters its fork. The batch ends
 * with its first few runs where one of them differs: the first difference is the verdict, whatever comes after it.
 */
export function programRounds(context: VerifierContext, candidate: readonly ArtifactFile[], { writes }: ProgramGenerator, seed: string, known: Known): Rounds {
  let count = 0
  return {
    async ask(cases) {
      const nonce = createHash('sha256').update(`${seed} program ${count}`).digest('hex').slice(0, 32)
      count += 1
      const runs = cases.map((one) => (one.kind === 'program' ? { argv: one.argv, stdin: one.stdin, files: one.files } : null))
      const right = await remembered(known, Buffer.from(JSON.stringify([nonce, runs])), () => inFork(context, async (fork) => {
        const answers = parseAnswers((await runAll(context, fork, { files: referenceFiles(context.task), runs, writes, nonce })).stdout, nonce, cases.length)
        if (answers.state === 'rejected') throw new Error(`the reference of ${context.task.id} does not run on generated cases: ${answers.because}`)
        return answers.texts
      }))
      return inFork(context, async (fork): Promise<Round> => {
        for (const [from, to] of [[0, FIRST], [FIRST, cases.length]] as const) {
          const part = runs.slice(from, to)
          if (part.length === 0) continue
          const execution = await runAll(context, fork, { files: candidate, runs: part, writes, nonce })
          const answers = parseAnswers(execution.stdout, nonce, part.length)
          if (answers.state === 'rejected') {
            const cause = failureOf(execution) ?? answers
            return { verdict: fail(cause.reason, `the runs of the program: ${cause.because}`, { inputs: cases.length, answered: from + answers.answered }), differs: null }
          }
          const wrong = answers.texts.findIndex((text, index) => text !== right[from + index])
          if (wrong === -1) continue
          const at = from + wrong
          return { verdict: differenceOf(context, cases[at]!, { expected: right[at]!, got: answers.texts[wrong]!, writes }), differs: { at, step: 0 } }
        }
        return { verdict: pass('cases-agree', `all ${cases.length} runs end as the reference's`), differs: null }
      })
    },
  }
}

async function inFork<T>(context: VerifierContext, work: (fork: Fork) => Promise<T>): Promise<T> {
  const fork = await context.fork('pristine-fork')
  try {
    return await work(fork)
  } finally {
    await fork.discard()
  }
}

interface Runs { readonly files: readonly ArtifactFile[]; readonly runs: readonly unknown[]; readonly writes: readonly string[]; readonly nonce: string }

async function runAll(context: VerifierContext, fork: Fork, { files, runs, writes, nonce }: Runs): Promise<Execution> {
  const folder = ownFolder(context)
  const program = `${folder}/runs.py`
  const laid = [...startFiles(context.task, `${folder}/start`, 'verifier'), ...artifactEntries(files, `${folder}/start`), fileOf('verifier', program, await context.program('runs.py'))]
  await fork.put([...new Map(laid.map((entry) => [entry.path, entry])).values()])
  const request = { nonce, program: context.task.program ?? [], writes, seconds: RUN_SECONDS, runs }
  return fork.exec({
    argv: ['python3', '-I', '-B', program, folder], user: 'verifier', cwd: folder, env: verifierEnvironment(fork, folder),
    stdin: Buffer.from(JSON.stringify(request), 'utf8'), outputBytes: OUTPUT_BYTES,
    // A batch is many starts of an interpreter, and so has twice the time of a single program.
    wallSeconds: 2 * fork.policy.limits.verify_seconds, signal: context.signal,
  })
}

interface Answered { readonly expected: string; readonly got: string; readonly writes: readonly string[] }

/** What is wrong with one run: how it ended comes before what it printed, and that before what it wrote. */
function differenceOf({ task }: VerifierContext, one: Case, { expected, got, writes }: Answered): Verdict {
  const [right, had] = [partsOf(expected), partsOf(got)]
  const at = right.findIndex((part, index) => part !== had[index])
  const { reason, because } = at === 0 ? ending(had[0]!) : at === 1 ? { reason: 'wrong-answer' as const, because: 'it printed something else' }
    : { reason: 'wrong-answer' as const, because: `it wrote something else to ${printable(writes[at - 2] ?? '')}` }
  return fail(reason, `${printable(caseText(one, 0, task), { limit: 200 })}: ${because}`, { expected: shown(right[at]), got: shown(had[at]) })
}

function ending(exit: string): Failure {
  if (exit === 'exit:time') return { reason: 'timed-out', because: 'it ran until its time limit' }
  if (exit.startsWith('exit:-')) return { reason: 'killed-by-signal', because: 'it was killed' }
  return { reason: 'wrong-answer', because: 'it ended with another exit code' }
}

function partsOf(text: string): readonly string[] {
  return text.split(' ').map((part, index) => (index === 0 || part === 'none' ? part : Buffer.from(part.replace(/^stdout:/, ''), 'base64').toString('utf8')))
}

function shown(part: string | undefined): string | null {
  return part === undefined ? null : printable(part, { limit: 300 })
}
