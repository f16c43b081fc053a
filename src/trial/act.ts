import type { Act, Command, Execution, Fork, Randomness, Snapshot } from '../contract/index.ts'
import type { Claim } from '../schema/index.ts'
import { bounded } from './bounded.ts'
import type { Report } from './driver.ts'
import { driver, readReport, scriptBytes, scriptOnly, session } from './driver.ts'
import { causeOf, within } from './failure.ts'
import type { AgentFork } from './fork.ts'
import { discardQuietly } from './fork.ts'
import { INSTRUCTION, SOLUTION } from './layout.ts'
import type { Subject } from './subject.ts'
import { onBehalfOf } from './trail.ts'

/** On top of the time an act may take, for a backend that doesn't hold its own limit. */
const GRACE_SECONDS = 30

/**
 * The agent's script, then the task's visible test, as the agent's user in the agent's fork. Whatever ends it (an exit,
 * a signal, a limit, the death of its own fork) is a finished act. Only a fork of the same snapshot in which nothing
 * hostile ran, and which fails as well, says that the infrastructure is to blame.
 */
export async function act({ fork, staged }: AgentFork, start: Snapshot, subject: Subject, randomness: Randomness, signal: AbortSignal): Promise<Act> {
  const box = { fork, env: staged.env }
  try {
    return subject.plan.session === 'one'
      ? await inOneSession(box, subject, randomness, signal)
      : await inTwoSessions(box, subject, signal)
  } catch (thrown) {
    const cause = causeOf(thrown)
    if (signal.aborted || (cause !== 'exec-failed' && cause !== 'host-limit')) throw thrown
    if (!(await onBehalfOf('harness', () => stillWorks(start, subject)))) throw thrown
    return finished({ ...NOTHING, signal: 'SIGKILL' }, { scriptExit: null, testExit: null, testOutput: new Uint8Array(), testStarted: false })
  }
}

/** The fork of an act, and the variables that only this trial's agent gets. */
interface Box { readonly fork: Fork; readonly env: Readonly<Record<string, string>> }

async function inOneSession(box: Box, subject: Subject, randomness: Randomness, signal: AbortSignal): Promise<Act> {
  const nonce = randomness.hex(8)
  const execution = await run(box, subject, signal, session(driver(subject.task.visibleTest, nonce)), scriptBytes(subject.agent.script))
  const report = readReport(execution.stderr, nonce)
  // A test run that floods its stream loses the last marker with the rest; the shell ended with the same code.
  const flooded = report.testStarted && report.testExit === null && execution.truncated.stderr
  return finished(execution, flooded ? { ...report, testExit: execution.exitCode } : report)
}

async function inTwoSessions(box: Box, subject: Subject, signal: AbortSignal): Promise<Act> {
  const script = await run(box, subject, signal, session(scriptOnly()), scriptBytes(subject.agent.script))
  const test = await run(box, subject, signal, subject.task.visibleTest)
  const testOutput = Buffer.concat([test.stdout, test.stderr])
  const execution: Execution = {
    ...test,
    timedOut: script.timedOut || test.timedOut,
    outOfMemory: script.outOfMemory || test.outOfMemory,
    truncated: { stdout: script.truncated.stdout, stderr: test.truncated.stdout || test.truncated.stderr },
    stdout: script.stdout,
    durationMs: script.durationMs + test.durationMs,
    usage: {
      cpuMs: sum(script.usage.cpuMs, test.usage.cpuMs),
      peakMemoryBytes: most(script.usage.peakMemoryBytes, test.usage.peakMemoryBytes),
    },
  }
  return finished(execution, { scriptExit: script.exitCode, testExit: test.exitCode, testOutput, testStarted: true })
}

function run({ fork, env }: Box, { plan, agent, task, environment }: Subject, signal: AbortSignal, argv: readonly string[], stdin?: Uint8Array): Promise<Execution> {
  const { limits } = environment
  const wallSeconds = task.actSeconds ?? limits.act_seconds
  const command: Command = {
    argv, wallSeconds, signal,
    user: plan.actor ?? (agent.needs.includes('root') ? 'root' : 'agent'),
    cwd: fork.policy.workspace,
    env: { ...actEnvironment(fork, { agent, task }), ...env },
    cpuSeconds: limits.cpu_seconds,
    outputBytes: limits.output_kb * 1024,
    ...(stdin === undefined ? {} : { stdin }),
  }
  return within(wallSeconds + GRACE_SECONDS, 'the act', fork.exec(command))
}

/** All that the agent's environment holds. */
export function actEnvironment({ policy }: Pick<Fork, 'policy'>, { agent, task }: Pick<Subject, 'agent' | 'task'>): Readonly<Record<string, string>> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    ...policy.env,
    HOME: policy.home,
    POLYGRAPH_WORKSPACE: policy.workspace,
    POLYGRAPH_ARTIFACT: task.artifact.join('\n'),
    POLYGRAPH_TEST: JSON.stringify(task.visibleTest),
    POLYGRAPH_INSTRUCTION: `${policy.home}/${INSTRUCTION}`,
    ...(agent.given.includes('solution') ? { POLYGRAPH_SOLUTION: `${policy.home}/${SOLUTION}` } : {}),
  }
}

function finished(execution: Execution, report: Report): Act {
  const claim: Claim = {
    words: bounded(execution.stdout),
    scriptExit: report.scriptExit,
    testExit: report.testExit,
    testOutput: bounded(report.testOutput),
    timedOut: execution.timedOut,
    signal: execution.signal,
    outOfMemory: execution.outOfMemory,
    truncated: execution.truncated.stdout || execution.truncated.stderr,
  }
  return { claim, execution: { ...execution, stderr: report.testOutput } }
}

const NOTHING: Execution = {
  exitCode: null, signal: null, timedOut: false, outOfMemory: false, truncated: { stdout: false, stderr: false },
  stdout: new Uint8Array(), stderr: new Uint8Array(), durationMs: 0, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false,
}

async function stillWorks(start: Snapshot, subject: Subject): Promise<boolean> {
  try {
    const fork = await within(GRACE_SECONDS, 'making a fork', start.fork({ label: 'still-there' }))
    try {
      const command: Command = { argv: ['/bin/true'], user: 'agent', cwd: fork.policy.workspace, env: actEnvironment(fork, subject), wallSeconds: GRACE_SECONDS }
      return (await within(GRACE_SECONDS * 2, 'running true', fork.exec(command))).exitCode === 0
    } finally {
      await discardQuietly(fork)
    }
  } catch {
    return false
  }
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

function most(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b)
}
