import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { existsSync } from 'node:fs'
import type { Probe } from '../contract/index.ts'
import { projectRoot } from '../catalogue/index.ts'
import type { Problem } from '../catalogue/index.ts'
import { folderDigest, linesDigest } from '../catalogue/digest.ts'
import { readDocument } from '../catalogue/document.ts'
import type { FolderFiles } from '../catalogue/folder.ts'
import { readFolder } from '../catalogue/folder.ts'
import { suggest } from '../catalogue/nearest.ts'
import { Problems } from '../catalogue/problems.ts'
import type { Folder } from '../catalogue/problems.ts'
import { resolvePolygraphHere } from '../catalogue/resolve.ts'
import { Family, Id, ProbeFile } from '../schema/index.ts'
import { BROKEN } from './broken/index.ts'
import { PROMISES } from './promises.ts'

/** A probe as it lies in its folder. It has a side on the host (`host`), or is one program that runs in a fork. */
export interface LoadedProbe extends ProbeFile {
  /** family/name. */
  readonly id: string
  readonly family: Family
  readonly host: Probe | null
  readonly program: string | null
  /** Those of its folder and those that probes share, by name; its own come first. */
  readonly files: FolderFiles
}

export type LoadedProbes =
  | { readonly ok: true; readonly probes: readonly LoadedProbe[]; readonly digest: string }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** Where this program's probes lie: compiled where it runs compiled, since Node strips no types below node_modules. */
export function probesFolder(): string {
  const compiled = join(projectRoot(), 'dist', 'conformance', 'probes')
  return import.meta.url.endsWith('.js') && existsSync(compiled) ? compiled : join(projectRoot(), 'conformance', 'probes')
}

/** What lies beside the families: programs that several probes run in a fork. */
const SHARED = 'shared'
const SHOWN = 'conformance/probes'

/** Reads every <dir>/<family>/<name>/ and <dir>/shared/, and checks all of it; everything that is wrong is told at once. In order of family and name. */
export async function loadProbes(dir = probesFolder()): Promise<LoadedProbes> {
  const problems = new Problems()
  const probes: LoadedProbe[] = []
  const digests: string[] = []
  const folders = await foldersOf(dir)
  const shared = folders.includes(SHARED) ? await folderOf(join(dir, SHARED), SHARED, problems) : null
  if (shared !== null) digests.push(`${SHARED} ${shared.digest}`)
  for (const family of folders.filter((name) => name !== SHARED)) {
    const known = Family.safeParse(family)
    if (!known.success) {
      problems.add({ file: `${SHOWN}/${family}`, what: 'is no family of probes', fix: suggest(family, Family.options) })
      continue
    }
    for (const name of await foldersOf(join(dir, family))) {
      const folder = await folderOf(join(dir, family, name), `${family}/${name}`, problems)
      const probe = await readProbe(folder, known.data, shared?.files ?? new Map(), problems)
      if (probe !== null) probes.push(probe)
      digests.push(`${family}/${name} ${folder.digest}`)
    }
  }
  if (problems.count > 0) return { ok: false, problems: problems.sorted() }
  const order = (probe: LoadedProbe): number => Family.options.indexOf(probe.family)
  return { ok: true, probes: probes.toSorted((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1)), digest: linesDigest(digests.toSorted()) }
}

async function folderOf(dir: string, path: string, problems: Problems): Promise<Folder> {
  const { files, faults } = await readFolder(dir)
  for (const fault of faults) problems.add({ file: `${SHOWN}/${path}/${fault.path}`, what: fault.what, fix: fault.fix })
  return { kind: 'probes', id: basename(path), dir, shown: `${SHOWN}/${path}`, files, digest: folderDigest(files) }
}

async function readProbe(folder: Folder, family: Family, shared: FolderFiles, problems: Problems): Promise<LoadedProbe | null> {
  const before = problems.count
  if (!Id.safeParse(folder.id).success) problems.at(folder, '', { what: `"${folder.id}" is no id`, fix: 'name the folder in lower-case letters, digits and hyphens' })
  const document = readDocument(folder, 'probe.toml', ProbeFile, problems)
  if (document === null) return null
  const { value, line } = document
  if (!PROMISES.has(value.promise)) problems.at(folder, 'probe.toml', { line: line(['promise']), field: 'promise', what: `"${value.promise}" is no promise`, fix: suggest(value.promise, PROMISES) })
  for (const control of value.controls) {
    if (!BROKEN.has(control)) problems.at(folder, 'probe.toml', { line: line(['controls']), field: 'controls', what: `"${control}" is no broken backend`, fix: suggest(control, BROKEN.keys()) })
  }
  const module = ['probe.ts', 'probe.js'].find((name) => folder.files.has(name))
  const program = ['probe.sh', 'probe.py'].find((name) => folder.files.has(name)) ?? null
  if (module === undefined && program === null) problems.at(folder, '', { what: 'has neither probe.ts nor probe.sh nor probe.py', fix: 'write one of them' })
  const host = module === undefined ? null : await hostSide(folder, module, problems)
  if (problems.count > before) return null
  return { ...value, id: `${family}/${folder.id}`, family, host, program: module === undefined ? program : null, files: new Map([...shared, ...folder.files]) }
}

async function hostSide(folder: Folder, file: string, problems: Problems): Promise<Probe | null> {
  resolvePolygraphHere()
  try {
    const { default: probe } = await import(pathToFileURL(join(folder.dir, file)).href) as { default?: unknown }
    if (typeof probe === 'function') return probe as Probe
    problems.at(folder, file, { field: 'default', what: 'has no default export that is a probe', fix: 'export default defineProbe(async (context) => …)' })
  } catch (cause) {
    problems.at(folder, file, { what: `does not load: ${cause instanceof Error ? cause.message : String(cause)}`, fix: 'make it import cleanly; of this program it may import "polygraph/probe" and "polygraph/contract"' })
  }
  return null
}

async function foldersOf(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).toSorted()
}
