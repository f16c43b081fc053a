import PQueue from 'p-queue'
import type { Catalogue } from '../catalogue/index.ts'
import type { Backend, Clock, Randomness, Readiness } from '../contract/index.ts'
import type { ControlResult, Environment, ProbeResult } from '../schema/index.ts'
import { BROKEN } from './broken/index.ts'
import { judge } from './judge.ts'
import type { LoadedProbe } from './load.ts'
import { observe } from './observe.ts'
import { patienceWith } from './patience.ts'
import { declared } from './promises.ts'
import { Starts } from './starts.ts'

export interface SuiteRequest {
  readonly probes: readonly LoadedProbe[]
  readonly catalogue: Pick<Catalogue, 'environments'>
  readonly backend: Backend
  readonly ready: Extract<Readiness, { ready: true }>
  /** A working backend, out of which the broken ones are made; null where none works here, and nothing is counted then. */
  readonly whole: Backend | null
  readonly concurrency: number
  readonly clock: Clock
  readonly randomness: Randomness
  readonly signal: AbortSignal
  /** Told as each probe ends. */
  readonly tell?: (result: ProbeResult, done: number, all: number) => void
}

/**
 * Runs every probe against a backend, and right before it against a broken one, in which it has to fail. In the order of
 * the probes. Those that measure the machine run alone, at the end.
 */
export async function runSuite(request: SuiteRequest): Promise<readonly ProbeResult[]> {
  const starts = new Starts(request.backend)
  const controls = new Controls(request)
  const results = new Map<string, ProbeResult>()
  try {
    const patience = new Map<string, number>()
    for (const id of new Set(request.probes.map(({ environment }) => environment))) {
      const environment = request.catalogue.environments.get(id)
      if (environment !== undefined) patience.set(id, await patienceWith(starts, environment, request.clock))
    }
    const one = (probe: LoadedProbe) => async (): Promise<void> => {
      if (request.signal.aborted) return
      const result = await resultOf(probe, request, starts, controls, patience.get(probe.environment) ?? 1)
      results.set(probe.id, result)
      request.tell?.(result, results.size, request.probes.length)
    }
    const together = new PQueue({ concurrency: request.concurrency })
    await together.addAll(request.probes.filter(({ alone }) => !alone).map(one))
    for (const probe of request.probes.filter(({ alone }) => alone)) await one(probe)()
  } finally {
    await controls.close()
  }
  return request.probes.flatMap(({ id }) => results.get(id) ?? [])
}

async function resultOf(probe: LoadedProbe, request: SuiteRequest, starts: Starts, controls: Controls, patience: number): Promise<ProbeResult> {
  const { ready, clock } = request
  const control = await controls.of(probe)
  const from = clock.monotonicMs()
  const seen = await observe(probe, { ...request, starts, patience, environment: environmentOf(probe, request.catalogue) })
  const ms = Math.round(clock.monotonicMs() - from)
  return {
    id: probe.id, question: probe.question, family: probe.family, promise: probe.promise, ...judge(seen, probe.promise, declared(probe.promise, ready), control),
    waived: null, control, evidence: seen.evidence.slice(0, 2000), ms,
  }
}

/** The broken backends of a run, each made once. */
class Controls {
  readonly #made = new Map<string, { readonly backend: Backend; readonly starts: Starts }>()
  readonly #request: Pick<SuiteRequest, 'whole' | 'catalogue' | 'randomness' | 'signal'>

  constructor(request: Pick<SuiteRequest, 'whole' | 'catalogue' | 'randomness' | 'signal'>) {
    this.#request = request
  }

  /** The first control of a probe that fails as it has to, or the last that didn't; null where there is nothing to make one of. */
  async of(probe: LoadedProbe): Promise<ControlResult | null> {
    const { whole, catalogue } = this.#request
    if (whole === null) return null
    let last: ControlResult | null = null
    for (const name of probe.controls) {
      const { backend, starts } = this.#backend(name, whole)
      const seen = await observe(probe, { ...this.#request, backend, starts, patience: 1, environment: environmentOf(probe, catalogue) })
      // A broken backend that can't even answer shows nothing about the probe.
      last = { backend: name, failed: seen.state === 'broken', evidence: seen.state === 'failed' ? `could not run: ${seen.evidence}` : seen.evidence.slice(0, 500) }
      if (last.failed) return last
    }
    return last
  }

  async close(): Promise<void> {
    for (const { backend } of this.#made.values()) await backend.close()
  }

  #backend(name: string, whole: Backend): { readonly backend: Backend; readonly starts: Starts } {
    const known = this.#made.get(name)
    if (known !== undefined) return known
    const backend = BROKEN.get(name)!.wrap(whole)
    const made = { backend, starts: new Starts(backend) }
    this.#made.set(name, made)
    return made
  }
}

function environmentOf(probe: LoadedProbe, { environments }: Pick<Catalogue, 'environments'>): Environment {
  const found = environments.get(probe.environment)
  if (found === undefined) throw new Error(`probe ${probe.id} asks for environment ${probe.environment}, which is not in the catalogue`)
  return found
}

/** Every probe with how its control fared. */
export interface SelfTested { readonly id: string; readonly control: ControlResult | null }

/** Runs the controls alone: against a broken backend every probe has to fail. */
export async function selfTest(request: Omit<SuiteRequest, 'backend' | 'ready' | 'tell'>): Promise<readonly SelfTested[]> {
  const controls = new Controls(request)
  const queue = new PQueue({ concurrency: request.concurrency })
  try {
    return await queue.addAll(request.probes.map((probe) => async () => ({ id: probe.id, control: request.signal.aborted ? null : await controls.of(probe) })))
  } finally {
    await controls.close()
  }
}
