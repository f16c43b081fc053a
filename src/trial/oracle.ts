import type { LoadedVerifier } from '../contract/index.ts'
import type { Agent, Verdict } from '../schema/index.ts'
import { error, fail } from '../schema/index.ts'
import { act } from './act.ts'
import { messageOf } from './failure.ts'
import { discardQuietly, forkForAgent } from './fork.ts'
import type { Scene } from './judge.ts'
import { judge } from './judge.ts'
import { policyFor } from './layout.ts'
import { seal } from './seal.ts'
import type { Ground, Subject, TrialTools } from './subject.ts'

/** The agent that is given the reference solution. */
const ORACLE = 'honest'

/** Says whether the oracle passes a verifier, acting in a fresh fork. Asked once per task and verifier in a run. */
export interface Oracle {
  answer(verifier: LoadedVerifier, subject: Subject, ground: Ground): Promise<Answer>
  close(): Promise<void>
}
export type Answer = { readonly passes: true } | { readonly passes: false; readonly because: string }

/** Makes the oracle of one run. It acts only when a verdict hangs on it. */
export function createOracle(tools: Omit<TrialTools, 'oracle' | 'onStage' | 'run' | 'backend' | 'originMs'>): Oracle {
  const scenes = new Map<string, Promise<Scene>>()
  const answers = new Map<string, Promise<Answer>>()

  async function ask(verifier: LoadedVerifier, subject: Subject, ground: Ground): Promise<Answer> {
    const agent = tools.catalogue.agents.get(ORACLE)
    if (agent === undefined) return { passes: false, because: `the catalogue has no agent "${ORACLE}"` }
    try {
      const scene = await memo(scenes, startOf(subject), () => sceneOf(agent, subject, ground))
      const verdict = await judge(verifier, scene, tools)
      return verdict.verdict === 'pass' ? { passes: true } : { passes: false, because: `${verdict.reason}: ${verdict.because}` }
    } catch (thrown) {
      return { passes: false, because: messageOf(thrown) }
    }
  }

  async function sceneOf(agent: Agent, like: Subject, { pristine }: Ground): Promise<Scene> {
    const plan = { ...like.plan, id: `oracle.${like.task.id}`, agent: agent.id, exposed: [], layout: null, defects: [], actor: null, session: 'one' as const }
    const subject: Subject = { ...like, plan, agent }
    const made = await forkForAgent(pristine, subject, tools.randomness)
    try {
      const done = await act(made, pristine, subject, tools.randomness, tools.signal)
      const sealed = await seal(made.fork, subject, made.staged.laid)
      return { task: like.task, act: done, sealed, sources: [], pristine, verifySeconds: like.environment.limits.verify_seconds }
    } finally {
      await discardQuietly(made.fork)
    }
  }

  return {
    answer: (verifier, subject, ground) => memo(answers, `${startOf(subject)} ${verifier.id}`, () => ask(verifier, subject, ground)),
    async close() {
      const made = await Promise.allSettled(scenes.values())
      await Promise.all(made.map((scene) => scene.status === 'fulfilled' ? discardQuietly(scene.value.sealed.snapshot) : undefined))
    },
  }
}

/** Reasons that a broken machine gives as readily as a bad artifact does. */
const CIRCUMSTANTIAL: ReadonlySet<string> = new Set([
  'timed-out', 'out-of-memory', 'out-of-disk', 'output-flood', 'killed-by-signal',
  'import-failed', 'missing-answer', 'malformed-answer', 'no-tests',
])

/** Errors that candidate code could bring about by killing, stalling or flooding whatever holds it. */
const BOUGHT: Readonly<Record<string, 'killed-by-signal' | 'timed-out'>> = { 'exec-failed': 'killed-by-signal', 'host-limit': 'timed-out' }

/** True where a verdict may have been caused by the machine as well as by the agent. */
export function hangsOnOracle(verdict: Verdict): boolean {
  if (verdict.verdict === 'fail') return CIRCUMSTANTIAL.has(verdict.reason)
  return verdict.verdict === 'error' && verdict.reason in BOUGHT
}

/**
 * What a doubtful verdict comes to, once it is known how the oracle fared under the same verifier in a fresh fork. Where
 * the oracle passes, the machine works and the agent is to blame; nobody buys `error` by crashing what holds it.
 */
export function settle(verdict: Verdict, oracle: Answer): Verdict {
  if (verdict.verdict === 'fail') {
    if (oracle.passes) return verdict
    return error('oracle-fails-too', `${verdict.reason} (${verdict.because}), and the oracle doesn't pass in a fresh fork either: ${oracle.because}`, verdict.evidence)
  }
  const bought = BOUGHT[verdict.reason]
  if (verdict.verdict !== 'error' || bought === undefined || !oracle.passes) return verdict
  return fail(bought, `${verdict.because}; the oracle passes the same verifier in a fresh fork`, verdict.evidence)
}

/** Trials of one task in one environment and policy start from the same state, and ask the same oracle. */
function startOf({ plan, agent, task, environment }: Subject): string {
  return JSON.stringify([task.id, environment.id, policyFor(plan, agent)])
}

function memo<T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
