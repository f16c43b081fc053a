import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Backend, Policy, Snapshot } from '../contract/index.ts'
import { shared } from '../backends/shared.ts'
import type { Environment, Task, TrialPlan } from '../schema/index.ts'
import type { Ground } from '../trial/index.ts'
import { LAYOUT, policyFor, taskFiles, within } from '../trial/index.ts'
import { sha256 } from '../evidence/index.ts'
import type { Pins } from './pins.ts'
import { compare, pinOf } from './pins.ts'
import type { Unit } from './schedule.ts'

/** Building an environment for the first time downloads packages. */
const PREPARE_SECONDS = 900

/** The prepared states of a run: one a task, environment and policy, made when first asked for, and one shared box a sequence. */
export interface Grounds {
  /** The ground of a unit. Its box, if it is a shared one, is gone when `leave` returns. */
  enter(unit: Unit): { ground(): Promise<Ground>; leave(): Promise<void> }
  /** Digest of the base of each environment that was prepared. */
  environments(): Readonly<Record<string, string>>
  /** Digest of each prepared state. */
  snapshots(): Pins
  /** Reads every prepared state again. Throws `PinMoved` with the names of those that changed. */
  check(): Promise<void>
  close(): Promise<void>
}

export function createGrounds(backend: Backend, catalogue: Catalogue): Grounds {
  const pristine = new Map<string, Promise<Snapshot>>()
  const bases: Record<string, string> = {}
  const prepares = new Map<string, { readonly snapshot: Snapshot; readonly pin: string | null }>()

  function prepare(by: Backend, { task, environment, policy }: Start): Promise<Snapshot> {
    const files = taskFiles(task, { ...LAYOUT, ...policy })
    return within(PREPARE_SECONDS, `preparing ${environment.id} for ${task.id}`, by.prepare(environment, files, policy))
  }

  function prepared(start: Start): Promise<Snapshot> {
    const key = JSON.stringify([start.task.id, start.environment.id, start.policy])
    const known = pristine.get(key)
    if (known !== undefined) return known
    const made = prepare(backend, start).then(async (snapshot) => {
      bases[start.environment.id] = snapshot.base ?? snapshot.digest
      prepares.set(nameOf(start), { snapshot, pin: await pinOf(snapshot) })
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
    environments: () => bases,
    snapshots: () => Object.fromEntries([...prepares].map(([name, { snapshot }]) => [name, snapshot.digest])),
    async check() {
      const [then, now]: Record<string, string>[] = [{}, {}]
      for (const [name, { snapshot, pin }] of prepares) {
        const again = await pinOf(snapshot)
        if (pin === null || again === null) continue
        then![`snapshot ${name}`] = pin
        now![`snapshot ${name}`] = again
      }
      compare(then!, now!)
    },
    async close() {
      const made = await Promise.allSettled(pristine.values())
      await Promise.all(made.map((each) => each.status === 'fulfilled' ? each.value.discard().catch(() => {}) : undefined))
    },
  }
}

/** What a prepared state is made from. The trials of a sequence share that of the first. */
interface Start { readonly task: Task; readonly environment: Environment; readonly policy: Partial<Policy> }

/** Task, environment, and the policy's digest where there is more than one. */
function nameOf({ task, environment, policy }: Start): string {
  return `${task.id}/${environment.id}/${sha256(JSON.stringify(policy)).slice(0, 8)}`
}

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
