import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Backend, Policy, Snapshot } from '../contract/index.ts'
import { shared } from '../backends/shared.ts'
import type { Environment, RunRecord, Task, TrialPlan } from '../schema/index.ts'
import type { Ground } from '../trial/index.ts'
import { LAYOUT, policyFor, taskFiles, within } from '../trial/index.ts'
import { sha256 } from '../evidence/index.ts'
import { RunFailure } from './failure.ts'
import { compare, pinOf } from './pins.ts'
import type { Unit } from './schedule.ts'

/** Building an environment for the first time downloads packages. */
const PREPARE_SECONDS = 900

/** The prepared states of a run: one a task, environment and policy, made when first asked for, and one shared box a sequence. */
export interface Grounds {
  /** The ground of a unit. Its box, if it is a shared one, is gone when `leave` returns. */
  enter(unit: Unit): { ground(): Promise<Ground>; leave(): Promise<void> }
  /** Reads every prepared state again. Throws `PinMoved` with the names of those that changed. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Digests of bases by environment, and of prepared states by name. */
export type Digests = Pick<RunRecord['digests'], 'environments' | 'snapshots'>

/** What a run stands on: digests that it had before, and who is told of those that are found. One that is another ends the run. */
export interface Stood { readonly known: Digests; found(digests: Digests): Promise<void> }

const NOTHING: Stood = { known: { environments: {}, snapshots: {} }, found: async () => {} }

export function createGrounds(backend: Backend, catalogue: Catalogue, stood: Stood = NOTHING): Grounds {
  const pristine = new Map<string, Promise<Snapshot>>()
  const known = { environments: new Map(Object.entries(stood.known.environments)), snapshots: new Map(Object.entries(stood.known.snapshots)) }
  const prepares = new Map<string, { readonly snapshot: Snapshot; readonly pin: string | null }>()

  /** Throws where a digest is another than before; tells those that are new. */
  async function hold(found: Digests): Promise<void> {
    for (const [kind, what] of [['environments', 'environment'], ['snapshots', 'prepared state']] as const) {
      for (const [name, digest] of Object.entries(found[kind])) {
        const before = known[kind].get(name) ?? digest
        if (before !== digest) throw new RunFailure(`${what} ${name} was ${before.slice(0, 12)}… when this run began and is ${digest.slice(0, 12)}… now: trials on both can't be compared; start a new run`)
        known[kind].set(name, digest)
      }
    }
    await stood.found(found)
  }

  function prepare(by: Backend, { task, environment, policy }: Start): Promise<Snapshot> {
    const files = taskFiles(task, { ...LAYOUT, ...policy })
    return within(PREPARE_SECONDS, `preparing ${environment.id} for ${task.id}`, by.prepare(environment, files, policy))
  }

  function prepared(start: Start): Promise<Snapshot> {
    const key = JSON.stringify([start.task.id, start.environment.id, start.policy])
    const there = pristine.get(key)
    if (there !== undefined) return there
    const made = prepare(backend, start).then(async (snapshot) => {
      try {
        await hold({ environments: { [start.environment.id]: snapshot.base ?? snapshot.digest }, snapshots: { [nameOf(start)]: snapshot.digest } })
        prepares.set(nameOf(start), { snapshot, pin: await pinOf(snapshot) })
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
