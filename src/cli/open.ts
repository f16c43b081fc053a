import { resolve } from 'node:path'
import { isForeign, loadForeign } from '../backends/foreign.ts'
import { BACKENDS } from '../backends/registry.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { loadCatalogue, problemText, projectRoot } from '../catalogue/index.ts'
import { suggest } from '../catalogue/nearest.ts'
import type { Backend, Readiness } from '../contract/index.ts'
import type { Io } from './io.ts'
import { EXIT, Stop } from './io.ts'

/** The catalogue of this program and the user's own, or every problem in them at once. */
export async function openCatalogue(io: Io, dirs: readonly string[]): Promise<Catalogue> {
  const loaded = await loadCatalogue({ dirs: catalogueDirs(io, dirs) })
  if (loaded.ok) return loaded.catalogue
  const { problems } = loaded
  throw new Stop(EXIT.askedWrongly, `${problems.map(problemText).join('\n')}\n${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the catalogue`)
}

/** The folders that a catalogue is read from: this program's, then the user's. */
export function catalogueDirs(io: Io, dirs: readonly string[]): readonly string[] {
  return [projectRoot(), ...dirs.map((dir) => resolve(io.cwd, dir))]
}

/** The thing of that id, or one sentence with the nearest known name. */
export function pick<T>(known: ReadonlyMap<string, T>, id: string, what: string): T {
  const found = known.get(id)
  if (found === undefined) throw new Stop(EXIT.askedWrongly, `there is no ${what} "${id}": ${suggest(id, known.keys())}`)
  return found
}

/** Loads a backend: one of this program's by id, a TOML file, or a module that exports one. Whoever asks closes it. */
export async function openBackend(io: Io, { backend, root, tier }: { readonly backend: string; readonly root?: 'built' | 'host'; readonly tier?: string }): Promise<Backend> {
  if (!BACKENDS.has(backend) && isForeign(backend)) {
    const loaded = await loadForeign(backend, io.cwd, io.err)
    if (!loaded.ok) throw new Stop(EXIT.askedWrongly, loaded.because)
    return loaded.backend
  }
  const entry = pick(BACKENDS, backend, 'backend')
  return entry.load({ tell: io.err, ...(root === undefined ? {} : { root }), ...(tier === undefined ? {} : { tier }) })
}

/** The answer of a backend that is ready; one that isn't ends the command with what is missing and what to do. */
export async function whenReady(backend: Backend): Promise<Extract<Readiness, { ready: true }>> {
  const readiness = await backend.readiness()
  if (!readiness.ready) throw new Stop(EXIT.infrastructure, `backend ${backend.id} can't work here: ${readiness.because}`)
  return readiness
}
