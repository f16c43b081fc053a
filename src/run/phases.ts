import PQueue from 'p-queue'
import type { Recorded, TrialTools } from '../trial/index.ts'
import { Interrupted, recordTrial } from '../trial/index.ts'
import type { Grounds } from './ground.ts'
import type { PhaseUnits, Unit } from './schedule.ts'

export interface Work {
  readonly tools: TrialTools
  readonly grounds: Grounds
  /** Position of the first trial that starts now. */
  readonly firstOrder: number
  readonly recorded: (trial: Recorded) => Promise<void>
  /** Called when a phase's last trial is over, so that no phase pays for what the one before left to be written. */
  readonly phaseOver: () => Promise<void>
  /** Called after each phase but the last, when all that `phaseOver` does is done. */
  readonly phaseEnded?: () => void | Promise<void>
}

/**
 * Runs phases one after the other, each at its own concurrency. Stops starting trials once the run is stopped, and
 * returns when everything under way is torn down. Throws what is a defect of this program; nothing else gets out.
 */
export async function runPhases(phases: readonly PhaseUnits[], work: Work): Promise<void> {
  let order = work.firstOrder
  for (const [index, phase] of phases.entries()) {
    const queue = new PQueue({ concurrency: phase.concurrency })
    const stop = new AbortController()
    const stopped = AbortSignal.any([work.tools.signal, stop.signal])
    const all = phase.units.map((unit) => queue.add(async () => {
      try {
        await runUnit(unit, phase, { ...work, tools: { ...work.tools, signal: stopped } }, () => order++)
      } catch (thrown) {
        if (thrown instanceof Interrupted) return
        stop.abort()
        throw thrown
      }
    }))
    const defect = (await Promise.allSettled(all)).find((end) => end.status === 'rejected')
    if (defect !== undefined) throw defect.reason
    await work.phaseOver()
    if (work.tools.signal.aborted) return
    if (index < phases.length - 1) await work.phaseEnded?.()
  }
}

async function runUnit(unit: Unit, phase: PhaseUnits, { tools, grounds, recorded }: Work, nextOrder: () => number): Promise<void> {
  if (tools.signal.aborted) return
  const { ground, leave } = grounds.enter(unit)
  try {
    for (const plan of unit.trials) {
      const place = { phase: phase.id, concurrency: phase.concurrency, order: nextOrder() }
      await recorded(await recordTrial(plan, place, ground, tools))
    }
  } finally {
    await leave()
  }
}
