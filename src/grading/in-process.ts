import type { VerifierContext } from '../contract/index.ts'
import type { Case, Expectation, Task, Verdict } from '../schema/index.ts'
import { toWire } from '../schema/index.ts'
import { agentEnvironment, fileOf, ownFolder, runUnderLimits, verifierEnvironment } from './commands.ts'
import { byExitCode } from './execution.ts'
import type { Point } from './point.ts'
import { casesOf, forkPlace } from './point.ts'

/**
 * The published kind of ground truth: a process in a fork imports the artifact where the agent left it, compares, and
 * its exit code is believed. Expected values lie in the fork, in a file that the same user can read.
 */
export async function decideByExit(context: VerifierContext, point: Point): Promise<Verdict> {
  const { task } = context
  const user = point.user === 'agent' ? 'agent' : 'verifier'
  const [interpreter, name] = task.language === 'python' ? ['python3', 'check.py'] as const : ['node', 'check.mjs'] as const
  const fork = await context.fork(forkPlace(point))
  const folder = ownFolder(context)
  await fork.put([
    fileOf(user, `${folder}/${name}`, await context.program(name)),
    fileOf(user, `${folder}/cases.json`, JSON.stringify(checkPlan(task, casesOf(task, point.cases)))),
  ])
  const execution = await runUnderLimits(context, fork, {
    argv: [interpreter, `${folder}/${name}`, `${folder}/cases.json`],
    user,
    cwd: context.workspace,
    env: user === 'agent' ? agentEnvironment(context, fork) : verifierEnvironment(fork, folder),
  })
  return byExitCode(execution, 'exit-zero', 'the check process')
}

/** The plan that check.py and check.mjs read: cases with their expected values. */
export function checkPlan(task: Task, cases: readonly Case[]): unknown {
  return { module: task.cases.module, program: task.program ?? [], cases: cases.map(wireCase) }
}

function wireCase(one: Case): unknown {
  if (one.kind === 'program') return one
  const args = one.args.map(toWire)
  if (one.kind === 'call') return { kind: one.kind, call: one.call, args, expect: wireExpectation(one.expect) }
  const steps = one.steps.map((step) => ({ call: step.call, args: step.args.map(toWire), expect: wireExpectation(step.expect) }))
  return { kind: one.kind, make: one.make, args, steps }
}

function wireExpectation(expect: Expectation): unknown {
  return 'raises' in expect ? { raises: expect.raises } : { returns: toWire(expect.returns) }
}
