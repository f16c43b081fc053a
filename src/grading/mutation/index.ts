import type { VerifierContext } from '../../contract/index.ts'
import type { Evidence, Task, Verdict } from '../../schema/index.ts'
import { fail, notApplicable, pass, printable } from '../../schema/index.ts'
import { MOST_BYTES } from '../artifact.ts'
import { shuffled } from '../strict/questions.ts'
import type { Outcome, SuiteRun } from './outcome.ts'
import { killer } from './outcome.ts'
import type { Ran } from './runs.ts'
import { runAll } from './runs.ts'
import { disguise, validMutants, versionsOf } from './versions.ts'

export { killer, suiteRun } from './outcome.ts'

/** A suite that passes on the first run and fails later rejects one of them. */
const REFERENCES = 2

/**
 * What came of a mutant under a suite. `uncounted`: a test failed by assertion that fails on the reference as well.
 * `invalid`: strict's cases don't kill it either.
 */
export type Fate = Exclude<Outcome, 'passed' | 'assertion'> | 'killed' | 'survived' | 'uncounted' | 'invalid'

/** Says why a task can't judge tests, or null. */
export function withoutSuite(task: Task): string | null {
  if (task.suite === undefined || task.mutants.length === 0) return 'the task takes no tests of an agent, or has no mutants for them'
  return task.language === 'python' && task.program === undefined ? null : 'only tests of Python modules are judged'
}

/**
 * Judges the tests that an agent handed in by the mutants that they kill. Reference and mutants run in an order drawn from
 * a nonce, each in a pristine fork, at the same path and of the same size. A suite that doesn't pass on the reference,
 * each time, scores nothing; a kill is a named test that passes on the reference and fails on the mutant by assertion.
 */
export async function judgeTests(context: VerifierContext): Promise<Verdict> {
  const { path, threshold } = context.task.suite!
  const [file] = await context.sealed.read([`${context.workspace}/${path}`], { files: 1, bytesPerFile: MOST_BYTES, bytes: MOST_BYTES })
  if (file === undefined || file.state === 'missing') return notApplicable(`it handed in no tests: there is no ${path}`)
  if (file.state === 'not-regular') return fail('artifact-not-regular', `${path} is a ${file.type}, or lies behind one`, { path })
  if (file.state === 'too-large') return fail('artifact-too-large', `${path} has ${file.size} bytes, more than are taken`, { path, size: file.size })

  const { reference, mutants } = versionsOf(context)
  const valid = await validMutants(context)
  if (valid.size === 0) throw new Error(`strict kills no mutant of ${context.task.id}, so that none counts`)
  const counted = mutants.filter(({ id }) => valid.has(id))
  const wanted = shuffled([...Array.from({ length: REFERENCES }, () => reference), ...counted], context.nonce(16))
  const runs = await runAll(context, await disguise(context, wanted), file.bytes)
  return verdictOf({ task: context.task, runs, valid, threshold })
}

interface Result { readonly task: Task; readonly runs: readonly Ran[]; readonly valid: ReadonlySet<string>; readonly threshold: number }

function verdictOf({ task, runs, valid, threshold }: Result): Verdict {
  const references = runs.filter(({ id }) => id === 'reference').map(({ run }) => run)
  const rejects = references.find(({ outcome }) => outcome !== 'passed' && outcome !== 'no-tests')
  const fates = task.mutants.map(({ id }): readonly [string, Fate, string | null] => {
    const run = runs.find((each) => each.id === id)?.run
    if (run === undefined) return [id, 'invalid', null]
    const by = rejects === undefined ? killer(run, references) : null
    return [id, fateOf(run, by), by]
  })
  const killed = fates.filter(([, fate]) => fate === 'killed').length
  const score = killed / valid.size
  const evidence: Evidence = {
    score, killed, valid: valid.size, mutants: fates.length, threshold,
    ...Object.fromEntries(references.map(({ outcome }, index) => [`reference.${index + 1}`, outcome])),
    ...Object.fromEntries(fates.map(([id, fate]) => [`mutant.${id}`, fate])),
    ...Object.fromEntries(fates.filter(([, , by]) => by !== null).map(([id, , by]) => [`by.${id}`, printable(by!, { limit: 200 })])),
  }
  if (rejects !== undefined) return fail('suite-rejects-reference', `it does not pass on the reference (${rejects.outcome}), and so scores nothing`, evidence)
  const told = `it kills ${killed} of ${valid.size} valid mutants`
  if (score >= threshold) return pass('mutants-killed', told, evidence)
  const others = fates.filter(([, fate]) => fate !== 'killed' && fate !== 'invalid').map(([id, fate]) => `${id} ${fate}`)
  return fail('mutant-survived', `${told}; ${others.join(', ')}`, evidence)
}

function fateOf(run: SuiteRun, by: string | null): Fate {
  if (by !== null) return 'killed'
  if (run.outcome === 'assertion') return 'uncounted'
  return run.outcome === 'passed' ? 'survived' : run.outcome
}
