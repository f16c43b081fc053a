import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Backend, Policy, Snapshot } from '../contract/index.ts'
import { shared } from '../backends/shared.ts'
import type { Environment, Task, TrialPlan } from '../schema/index.ts'
import type { Ground } from '../trial/index.ts'
import { LAYOUT, policyFor, taskFiles, within } from '../trial/index.ts'
import { RunFailure } from './failure.ts'
import type { Unit } from './schedule.ts'

/** Building an environment for the first time downloads packages. */
const PREPARE_SECONDS = 900

/** The prepared states of a run: one a task, environment and policy, made when first asked for, and one shared box a sequence. */
export interface Grounds {
  /** The ground of a unit. Its box, if it is a shared one, is gone when `leave` returns. */
  enter(unit: Unit): { ground(): Promise<Ground>; leave(): Promise<void> }
  close(): Promise<void>
}

/** The bases that a run stands on: digest by environment. One that is another than before ends the run. */
export interface Bases {
  readonly known: Readonly<Record<string, string>>
  found(environment: string, digest: string): Promise<void>
}

export function createGrounds(backend: Backend, catalogue: Catalogue, bases: Bases = { known: {}, found: async () => {} }): Grounds {
  const pristine = new Map<string, Promise<Snapshot>>()
  const seen = new Map(Object.entries(bases.known))

  async function hold(environment: string, digest: string): Promise<void> {
    const before = seen.get(environment)
    if (before === digest) return
    if (before !== undefined) throw new RunFailure(`environment ${environment} was ${before.slice(0, 12)}… when this run began and is ${digest.slice(0, 12)}… now: trials on both can't be compared; start a new run`)
    seen.set(environment, digest)
    await bases.found(environment, digest)
  }

  function prepare(by: Backend, { task, environment, policy }: Start): Promise<Snapshot> {
    const files = taskFiles(task, { ...LAYOUT, ...policy })
    return within(PREPARE_SECONDS, `preparing ${environment.id} for ${task.id}`, by.prepare(environment, files, policy))
  }

  function prepared(start: Start): Promise<Snapshot> {
    const key = JSON.stringify([start.task.id, start.environment.id, start.policy])
    const known = pristine.get(key)
    if (known !== undefined) return known
    const made = prepare(backend, start).then(async (snapshot) => {
      try {
        await hold(start.environment.id, snapshot.base ?? snapshot.digest)
      } catch (thrown) {
        await snapshot.discard().catch(() => {})
        throw thrown
      }
      return snapshot
    })
    pristine.set(key, made)
    return made
  }

  return {
    enter(unit) {
      const first = unit.trials[0]!
      const start = startOf(first, catalogue)
      if (first.box === 'fork') {
        return { ground: async () => both(await prepared(start)), leave: async () => {} }
      }
      const box = shared(backend)
      let prepares: Promise<Snapshot> | null = null
      return {
        async ground() {
          prepares ??= prepare(box, start)
          return { start: await prepares, pristine: await prepared(start) }
        },
        leave: () => box.close().catch(() => {}),
      }
    },
    async close() {
      const made = await Promise.allSettled(pristine.values())
      await Promise.all(made.map((each) => each.status === 'fulfilled' ? each.value.discard().catch(() => {}) : undefined))
    },
  }
}

/** What a prepared state is made from. The trials of a sequence share that of the first. */
interface Start { readonly task: Task; readonly environment: Environment; readonly policy: Partial<Policy> }

function startOf(plan: TrialPlan, catalogue: Catalogue): Start {
  const [task, agent] = [catalogue.tasks.get(plan.task), catalogue.agents.get(plan.agent)]
  const environment = task && catalogue.environments.get(plan.environment ?? task.environment)
  if (task === undefined || agent === undefined || environment === undefined) {
    throw new Error(`the catalogue can't set up agent "${plan.agent}" on task "${plan.task}"`)
  }
  return { task, environment, policy: policyFor(plan, agent) }
}

function both(snapshot: Snapshot): Ground {
  return { start: snapshot, pristine: snapshot }
}

