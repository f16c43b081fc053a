import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { CaseSet, Place, VerifierKind, printable } from '../schema/index.ts'
import type { LoadedVerifier, Verifier } from '../contract/index.ts'
import { readText } from './document.ts'
import { faultsOf, fieldOf } from './issues.ts'
import type { Folder, Problems } from './problems.ts'
import { resolvePolygraphHere } from './resolve.ts'

/** Seconds that a verifier's module may take to load: it only declares, so longer means that it waits for something. */
const LOAD_SECONDS = 20

const method = z.custom<(...args: never[]) => unknown>((value) => typeof value === 'function', 'is not a function')

const VerifierModule = z.strictObject({
  kind: VerifierKind,
  place: z.array(Place).min(1),
  believes: z.string().min(1),
  cases: z.array(CaseSet),
  user: z.enum(['agent', 'verifier', 'none']),
  appliesTo: method.optional(),
  verify: method,
})

/** Loads verifiers/<id>/verifier.ts, or verifier.js where there is none. Null with the problems added where anything is wrong. */
export async function readVerifier(folder: Folder, problems: Problems): Promise<LoadedVerifier | null> {
  const file = ['verifier.ts', 'verifier.js'].find((name) => folder.files.has(name))
  if (file === undefined) {
    problems.at(folder, 'verifier.ts', { what: 'is missing', fix: 'write a module whose default export is defineVerifier({ … })' })
    return null
  }
  const source = readText(folder, file, problems)
  if (source === null) return null
  const loaded = await load(join(folder.dir, file))
  if ('because' in loaded) {
    const { because, line } = loaded
    problems.at(folder, file, { line, what: `does not load: ${printable(because, { limit: 400 })}`, fix: 'make it import cleanly; of this program it may import "polygraph/contract" and the like' })
    return null
  }
  const verifier = loaded.module['default']
  if (verifier === null || typeof verifier !== 'object') {
    problems.at(folder, file, { field: 'default', what: 'has no default export that is a verifier', fix: 'export default defineVerifier({ … })' })
    return null
  }
  const fields = fieldsOf(verifier)
  const checked = VerifierModule.safeParse(fields)
  if (!checked.success) {
    for (const { path, what, fix } of faultsOf(checked.error.issues, VerifierModule, fields)) {
      problems.at(folder, file, { line: lineOfField(source, String(path[0] ?? '')), field: fieldOf(path), what, fix })
    }
    return null
  }
  const { kind, place, believes, cases, user } = checked.data
  const given = verifier as Verifier
  return {
    id: folder.id, dir: folder.dir, digest: folder.digest, kind, place, believes, cases, user,
    ...(given.appliesTo === undefined ? {} : { appliesTo: given.appliesTo.bind(given) }),
    verify: given.verify.bind(given),
  }
}

/** The fields of an object, or of a class's instance, whose methods stand on the prototype. */
function fieldsOf(verifier: object): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...verifier }
  for (const name of ['verify', 'appliesTo'] as const) {
    const value = (verifier as Record<string, unknown>)[name]
    if (value !== undefined) fields[name] = value
  }
  return fields
}

/** Where a module's text first names a field, as in `place: [` or `verify(`; null where it comes from elsewhere. */
function lineOfField(source: string, field: string): number | null {
  const index = source.split('\n').findIndex((line) => new RegExp(`(^|[\\s{,"'])${field.replace(/\W/g, '\\$&')}["']?\\s*[:(,]`).test(line))
  return index === -1 ? null : index + 1
}

type Failure = { readonly because: string; readonly line: number | null }

async function load(file: string): Promise<{ module: Record<string, unknown> } | Failure> {
  resolvePolygraphHere()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Failure>((done) => {
    timer = setTimeout(() => done({ because: `not done after ${LOAD_SECONDS} seconds`, line: null }), LOAD_SECONDS * 1000)
  })
  try {
    const module = import(pathToFileURL(file).href) as Promise<Record<string, unknown>>
    return await Promise.race([module.then((loaded) => ({ module: loaded })), late])
  } catch (cause) {
    return failure(cause, file)
  } finally {
    clearTimeout(timer)
  }
}

function failure(cause: unknown, file: string): Failure {
  if (!(cause instanceof Error)) return { because: String(cause), line: null }
  const place = cause.stack?.split('\n').find((line) => line.includes(file))
  const line = place === undefined ? undefined : /:(\d+)(?::\d+)?\)?$/.exec(place)?.[1]
  return { because: `${cause.name}: ${cause.message}`, line: line === undefined ? null : Number(line) }
}
