import type { Act, LaidSource } from '../contract/index.ts'
import { recordActions } from '../evidence/index.ts'
import type { Documents, TrialPlan, TrialRow } from '../schema/index.ts'
import { act as actOnce } from './act.ts'
import { documentsOf } from './documents.ts'
import { causeOf, Interrupted, messageOf, timed } from './failure.ts'
import type { AgentFork } from './fork.ts'
import { discardQuietly, forkForAgent } from './fork.ts'
import type { Outcome } from './record.ts'
import { record } from './record.ts'
import type { Sealed } from './seal.ts'
import { seal } from './seal.ts'
import type { Ground, Place, Stage, Subject, TrialTools } from './subject.ts'
import { inapplicable, subjectOf } from './subject.ts'
import type { Notes } from './trail.ts'
import { noted } from './trail.ts'
import { verify } from './verify.ts'

/** A trial that is over: its row, and the evidence behind it. */
export interface Recorded { readonly row: TrialRow; readonly documents: Documents }

/**
 * One trial: fork → act → seal → verify → record. What the infrastructure fails becomes a row with outcome `error`; what
 * the agent does never does. Throws `Interrupted` when the user stopped the run meanwhile; then nothing is recorded and
 * nothing is left behind.
 */
export async function recordTrial(plan: TrialPlan, place: Place, findGround: () => Promise<Ground>, tools: TrialTools): Promise<Recorded> {
  const subject = subjectOf(plan, tools.catalogue)
  const startedMs = sinceOrigin(tools)
  const notes: Notes = { actions: recordActions(tools.clock.monotonicMs()), compared: new Map() }
  const stood: { ground?: Ground } = {}
  const ground = async (): Promise<Ground> => stood.ground = await findGround()
  const because = inapplicable(subject)
  const outcome: Outcome = because === null ? await stages(subject, ground, notes, tools) : { state: 'not-applicable', because }
  if (tools.signal.aborted) throw new Interrupted('the run was stopped')
  await tools.onStage('record', plan.id)
  const row = record(subject, outcome, place, { startedMs, endedMs: sinceOrigin(tools) }, tools)
  return { row, documents: documentsOf(subject, row, outcome, stood.ground ?? null, notes) }
}

/** The row of a trial alone, for who keeps no evidence. */
export async function runTrial(plan: TrialPlan, place: Place, ground: () => Promise<Ground>, tools: TrialTools): Promise<TrialRow> {
  return (await recordTrial(plan, place, ground, tools)).row
}

async function stages(subject: Subject, findGround: () => Promise<Ground>, notes: Notes, tools: TrialTools): Promise<Outcome> {
  const times = { fork: 0, act: 0, seal: 0, discard: 0 }
  const held: Held = {}
  const step = async <T>(stage: Stage, work: () => Promise<T>): Promise<T> => {
    await tools.onStage(stage, subject.plan.id)
    if (tools.signal.aborted) throw new Interrupted('the run was stopped')
    const by = stage === 'act' ? 'agent' : 'harness'
    return timed(tools.clock, () => noted(notes, { stage, by }, work), (ms) => { if (stage in times) times[stage as keyof typeof times] = ms })
  }
  try {
    const ground = await findGround()
    const made = held.made = await step('fork', () => forkForAgent(ground.start, subject, tools.randomness))
    const { sources, laid } = made.staged
    held.laid = sources
    const act = held.act = await step('act', () => actOnce(made, ground.start, subject, tools.randomness, tools.signal))
    const sealed = held.sealed = await step('seal', () => seal(made.fork, subject, laid))
    const scene = { task: subject.task, act, sealed, sources, pristine: ground.pristine, verifySeconds: subject.environment.limits.verify_seconds }
    const graded = await step('verify', () => verify(subject, scene, ground, tools))
    await step('discard', () => discardAll(held, subject))
    return { state: 'graded', act, sealed, laid: sources, verdicts: graded.verdicts, times: { ...times, verify: graded.times } }
  } catch (thrown) {
    const cause = causeOf(thrown)
    if (cause === null && !(thrown instanceof Interrupted) && !tools.signal.aborted) throw thrown
    return { state: 'error', cause: cause ?? 'interrupted', because: messageOf(thrown), act: held.act ?? null, laid: held.laid ?? [] }
  } finally {
    await discardAll(held, subject)
  }
}

/** What a trial holds and must let go of, however it ends. `laid` is only told. */
interface Held { made?: AgentFork; act?: Act; sealed?: Sealed; laid?: readonly LaidSource[] }

async function discardAll(held: Held, { plan }: Subject): Promise<void> {
  const { made, sealed } = held
  delete held.made
  delete held.sealed
  if (made !== undefined) await made.staged.close().catch(() => {})
  // A fork takes everything else with it. A box that goes on would show the next trial what was laid for this one.
  if (made !== undefined && plan.box === 'shared') await made.staged.clean().catch(() => {})
  if (made !== undefined) await discardQuietly(made.fork)
  if (sealed !== undefined) await discardQuietly(sealed.snapshot)
}

function sinceOrigin({ clock, originMs }: TrialTools): number {
  return Math.max(0, clock.monotonicMs() - originMs)
}
