import type { Catalogue } from '../catalogue/index.ts'
import type { Backend, Clock, Randomness, Readiness } from '../contract/index.ts'
import type { RunRecord, TrialRow } from '../schema/index.ts'
import { TrialPlan } from '../schema/index.ts'
import { runTrial } from '../trial/index.ts'
import type { RunFolder } from './folder.ts'
import { createGrounds } from './ground.ts'
import { toolsOf } from './run.ts'

/** What a replay takes from outside. `rows` are those of the run: a box that is shared is what came before made of it. */
export interface ReplayRequest {
  readonly folder: RunFolder
  readonly record: RunRecord
  readonly rows: readonly TrialRow[]
  readonly catalogue: Catalogue
  readonly backend: Backend
  readonly ready: Extract<Readiness, { ready: true }>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly signal: AbortSignal
}

/** The plan that a row carries. */
export function planOf(row: TrialRow): TrialPlan {
  return TrialPlan.parse(Object.fromEntries(Object.keys(TrialPlan.shape).filter((key) => key in row).map((key) => [key, row[key as keyof TrialRow]])))
}

/** The trials that must be acted for one to be what it was: itself, and in a shared box all that came before it there. */
export function actsOf(row: TrialRow, rows: readonly TrialRow[]): readonly TrialPlan[] {
  const { sequence } = row
  if (row.box === 'fork' || sequence === null) return [planOf(row)]
  const earlier = rows.filter((other) => other.sequence?.id === sequence.id && other.sequence.position < sequence.position)
  return [...earlier.toSorted((a, b) => a.sequence!.position - b.sequence!.position), row].map(planOf)
}

/** Acts a trial again and gives its row, which is written nowhere. Throws `Interrupted` when the user stopped it. */
export async function replay(row: TrialRow, request: ReplayRequest): Promise<TrialRow> {
  const plans = actsOf(row, request.rows)
  const tools = toolsOf({ ...request, mode: request.record.mode })
  const grounds = createGrounds(request.backend, request.catalogue)
  const { ground, leave } = grounds.enter({ id: row.id, trials: plans })
  try {
    let last = row
    for (const [index, plan] of plans.entries()) last = await runTrial(plan, { phase: row.phase, concurrency: 1, order: index + 1 }, ground, tools)
    return last
  } finally {
    await leave()
    await tools.oracle.close()
    await grounds.close()
  }
}
