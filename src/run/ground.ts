import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Backend, Snapshot } from '../contract/index.ts'
import { shared } from '../backends/shared.ts'
import type { Environment, Task } from '../schema/index.ts'
import type { Ground } from '../trial/index.ts'
import { LAYOUT, taskFiles, within } from '../trial/index.ts'
import type { Unit } from './schedule.ts'

/** Building an environment for the first time downloads packages. */
const PREPARE_SECONDS = 900

/** The prepared states of a run: one a task, made when first asked for, and one shared box a sequence. */
export interface Grounds {
  /** The ground of a unit. Its box, if it is a shared one, is gone when `leave` returns. */
  enter(unit: Unit): { ground(): Promise<Ground>; leave(): Promise<void> }
  /** Digest of the base of each environment that was prepared. */
  environments(): Readonly<Record<string, string>>
  close(): Promise<void>
}

export function createGrounds(backend: Backend, catalogue: Catalogue): Grounds {
  const pristine = new Map<string, Promise<Snapshot>>()
  const bases: Record<string, string> = {}

  function prepare(by: Backend, task: Task, environment: Environment): Promise<Snapshot> {
    return within(PREPARE_SECONDS, `preparing ${environment.id} for ${task.id}`, by.prepare(environment, taskFiles(task), LAYOUT))
  }

  function prepared(task: Task, environment: Environment): Promise<Snapshot> {
    const known = pristine.get(task.id)
    if (known !== undefined) return known
    const made = prepare(backend, task, environment).then((snapshot) => {
      bases[environment.id] = snapshot.base ?? snapshot.digest
      return snapshot
    })
    pristine.set(task.id, made)
    return made
  }

  return {
    enter(unit) {
      const first = unit.trials[0]!
      const task = catalogue.tasks.get(first.task)
      const environment = task && catalogue.environments.get(task.environment)
      if (task === undefined || environment === undefined) throw new Error(`the catalogue can't set up task "${first.task}"`)
      if (first.box === 'fork') {
        return { ground: async () => both(await prepared(task, environment)), leave: async () => {} }
      }
      const box = shared(backend)
      let start: Promise<Snapshot> | null = null
      return {
        async ground() {
          start ??= prepare(box, task, environment)
          return { start: await start, pristine: await prepared(task, environment) }
        },
        leave: () => box.close().catch(() => {}),
      }
    },
    environments: () => bases,
    async close() {
      const made = await Promise.allSettled(pristine.values())
      await Promise.all(made.map((each) => each.status === 'fulfilled' ? each.value.discard().catch(() => {}) : undefined))
    },
  }
}

function both(snapshot: Snapshot): Ground {
  return { start: snapshot, pristine: snapshot }
}

