import type { Act, Fork } from '../contract/index.ts'
import type { TrialPlan, TrialRow } from '../schema/index.ts'
import { act as actOnce } from './act.ts'
import { causeOf, Interrupted, messageOf, timed } from './failure.ts'
import { discardQuietly, forkForAgent } from './fork.ts'
import type { Outcome } from './record.ts'
import { record } from './record.ts'
import type { Sealed } from './seal.ts'
import { seal } from './seal.ts'
import type { Ground, Place, Stage, Subject, TrialTools } from './subject.ts'
import { inapplicable, subjectOf } from './subject.ts'
import { verify } from './verify.ts'

/**
 * One trial: fork → act → seal → verify → record. What the infrastructure fails becomes a row with outcome `error`; what
 * the agent does never does. Throws `Interrupted` when the user stopped the run meanwhile; then nothing is recorded and
 * nothing is left behind.
 */
export async function runTrial(plan: TrialPlan, place: Place, ground: () => Promise<Ground>, tools: TrialTools): Promise<TrialRow> {
  const subject = subjectOf(plan, tools.catalogue)
  const startedMs = sinceOrigin(tools)
  const because = inapplicable(subject)
  const outcome: Outcome = because === null ? await stages(subject, ground, tools) : { state: 'not-applicable', because }
  if (tools.signal.aborted) throw new Interrupted('the run was stopped')
  await tools.onStage('record', plan.id)
  return record(subject, outcome, place, { startedMs, endedMs: sinceOrigin(tools) }, tools)
}

async function stages(subject: Subject, findGround: () => Promise<Ground>, tools: TrialTools): Promise<Outcome> {
  const times = { fork: 0, act: 0, seal: 0, discard: 0 }
  const held: { fork?: Fork; act?: Act; sealed?: Sealed } = {}
  const step = async <T>(stage: Stage, work: () => Promise<T>): Promise<T> => {
    await tools.onStage(stage, subject.plan.id)
    if (tools.signal.aborted) throw new Interrupted('the run was stopped')
    return timed(tools.clock, work, (ms) => { if (stage in times) times[stage as keyof typeof times] = ms })
  }
  try {
    const ground = await findGround()
    const fork = held.fork = await step('fork', () => forkForAgent(ground.start, subject))
    const act = held.act = await step('act', () => actOnce(fork, ground.start, subject, tools.randomness, tools.signal))
    const sealed = held.sealed = await step('seal', () => seal(fork, subject))
    const scene = { task: subject.task, act, sealed, pristine: ground.pristine, verifySeconds: subject.environment.limits.verify_seconds }
    const graded = await step('verify', () => verify(subject, scene, ground, tools))
    await step('discard', () => discardAll(held))
    return { state: 'graded', act, sealed, verdicts: graded.verdicts, times: { ...times, verify: graded.times } }
  } catch (thrown) {
    const cause = causeOf(thrown)
    if (cause === null && !(thrown instanceof Interrupted) && !tools.signal.aborted) throw thrown
    return { state: 'error', cause: cause ?? 'interrupted', because: messageOf(thrown), act: held.act ?? null }
  } finally {
    await discardAll(held)
  }
}

async function discardAll(held: { fork?: Fork; sealed?: Sealed }): Promise<void> {
  const { fork, sealed } = held
  delete held.fork
  delete held.sealed
  if (fork !== undefined) await discardQuietly(fork)
  if (sealed !== undefined) await discardQuietly(sealed.snapshot)
}

function sinceOrigin({ clock, originMs }: TrialTools): number {
  return Math.max(0, clock.monotonicMs() - originMs)
}
