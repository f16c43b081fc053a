import type { Backend, FileEntry, Policy, Snapshot } from '../contract/index.ts'
import type { Environment } from '../schema/index.ts'
import { LAYOUT } from '../trial/index.ts'

/** Start states on one backend. Probes of the same environment and limits share one, which no probe may discard. */
export class Starts {
  readonly #backend: Backend
  readonly #known = new Map<string, Promise<Snapshot>>()

  constructor(backend: Backend) {
    this.#backend = backend
  }

  /** One more state, which whoever asks discards. */
  make(environment: Environment, files: readonly FileEntry[], policy: Partial<Policy>): Promise<Snapshot> {
    return this.#backend.prepare(environment, files, { ...LAYOUT, ...policy })
  }

  shared(environment: Environment, policy: Partial<Policy>): Promise<Snapshot> {
    const key = `${environment.id} ${JSON.stringify(policy)}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const made = this.make(environment, [], policy).then((snapshot) => ({ ...snapshot, discard: async () => {} }))
    this.#known.set(key, made)
    // One that failed is tried again by the next probe.
    made.catch(() => this.#known.delete(key))
    return made
  }
}
