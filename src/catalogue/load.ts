import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { Id, printable } from '../schema/index.ts'
import { readAgent } from './agents.ts'
import type { Catalogue, Problem } from './catalogue.ts'
import { folderDigest, linesDigest } from './digest.ts'
import { readEnvironment } from './environments.ts'
import type { Expected } from './expectations.ts'
import { readExpectations } from './expectations.ts'
import { readFolder } from './folder.ts'
import { Problems } from './problems.ts'
import type { Folder, Kind } from './problems.ts'
import { verifiersFolder } from './project.ts'
import { readTask } from './tasks.ts'
import { readVerifier } from './verifiers.ts'

const KINDS: readonly Kind[] = ['agents', 'tasks', 'verifiers', 'environments']

export type Loaded =
  | { readonly ok: true; readonly catalogue: Catalogue }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Reads every `<dir>/{agents,tasks,verifiers,environments}/<id>/` and checks all of it. Either everything is right, or the
 * answer is every problem found, each with its file, line, field and fix. Nothing in a catalogue makes it throw.
 */
export async function loadCatalogue({ dirs }: { readonly dirs: readonly string[] }): Promise<Loaded> {
  const problems = new Problems()
  const folders: Folder[] = []
  const expectations = new Map<string, Readonly<Record<string, Expected>>>()
  for (const dir of await distinct(dirs, problems)) {
    folders.push(...await foldersIn(dir, problems))
    for (const [act, cells] of readExpectations(dir, problems)) expectations.set(act, { ...expectations.get(act), ...cells })
  }
  const byKind = (kind: Kind): readonly Folder[] => unique(folders.filter((folder) => folder.kind === kind), problems)
  const [agentFolders, taskFolders, verifierFolders, environmentFolders] = [byKind('agents'), byKind('tasks'), byKind('verifiers'), byKind('environments')]
  const known = { tasks: ids(taskFolders), verifiers: ids(verifierFolders), environments: ids(environmentFolders) }

  const environments = keyed(environmentFolders.map((folder) => readEnvironment(folder, problems)))
  const tasks = keyed(taskFolders.map((folder) => readTask(folder, known, problems)))
  const agents = keyed(agentFolders.map((folder) => readAgent(folder, known, problems)))
  const verifiers = keyed(await Promise.all(verifierFolders.map((folder) => readVerifier(folder, problems))))
  if (problems.count > 0) return { ok: false, problems: problems.sorted() }

  return { ok: true, catalogue: { agents, tasks, verifiers, environments, expectations, digest: digestOf({ agents, tasks, verifiers, environments }) } }
}

function digestOf(things: Readonly<Record<Kind, Iterable<readonly [id: string, thing: { readonly digest: string }]>>>): string {
  const lines = (kind: Kind): readonly string[] => [...things[kind]].map(([id, { digest }]) => `${kind.slice(0, -1)} ${id} ${digest}`)
  return linesDigest((['agents', 'tasks', 'verifiers', 'environments'] as const).flatMap(lines))
}

/** The digest of the catalogue as it lies on disk now, without reading what its files say. Null where it can't be listed. */
export async function catalogueDigest(dirs: readonly string[]): Promise<string | null> {
  const problems = new Problems()
  const folders: Folder[] = []
  for (const dir of await distinct(dirs, problems)) folders.push(...await foldersIn(dir, problems))
  if (problems.count > 0) return null
  const of = (kind: Kind): readonly (readonly [string, Folder])[] =>
    folders.filter((folder) => folder.kind === kind).toSorted((a, b) => a.id < b.id ? -1 : 1).map((folder) => [folder.id, folder])
  return digestOf({ agents: of('agents'), tasks: of('tasks'), verifiers: of('verifiers'), environments: of('environments') })
}

/** Folders that are there, each once: naming the project's own a second time is no clash of ids. */
async function distinct(dirs: readonly string[], problems: Problems): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const dir of dirs) {
    try {
      const real = await realpath(dir)
      const kinds = await Promise.all(KINDS.map((kind) => isFolder(kind === 'verifiers' ? verifiersFolder(real) : join(real, kind))))
      if (kinds.includes(true)) found.add(real)
      else problems.add({ file: shownPath(dir), what: 'holds none of agents/, tasks/, verifiers/, environments/', fix: 'name the folder above them' })
    } catch {
      problems.add({ file: printable(dir), what: 'is no folder that can be read', fix: 'name an existing catalogue folder' })
    }
  }
  return [...found]
}

async function foldersIn(dir: string, problems: Problems): Promise<readonly Folder[]> {
  const found: Folder[] = []
  for (const kind of KINDS) {
    const parent = kind === 'verifiers' ? verifiersFolder(dir) : join(dir, kind)
    if (!await isFolder(parent)) continue
    for (const name of (await readdir(parent)).toSorted()) {
      const folder = await readOne(kind, parent, name, dir, problems)
      if (folder !== null) found.push(folder)
    }
  }
  return found
}

async function readOne(kind: Kind, parent: string, id: string, dir: string, problems: Problems): Promise<Folder | null> {
  const path = join(parent, id)
  const shown = shownPath(path, dir)
  const type = await lstat(path)
  if (type.isFile() || id === '__pycache__') return null
  if (!type.isDirectory()) {
    problems.add({ file: shown, what: 'is a link or a special file; a catalogue holds folders and regular files only', fix: 'put a copy of the folder in its place' })
    return null
  }
  if (!Id.safeParse(id).success) {
    problems.add({ file: shown, what: `"${printable(id)}" is no id`, fix: 'name the folder in lower-case letters, digits and hyphens, 63 at most' })
    return null
  }
  const { files, faults } = await readFolder(path)
  for (const fault of faults) problems.add({ file: `${shown}/${fault.path}`, what: fault.what, fix: fault.fix })
  return { kind, id, dir: path, shown, files, digest: folderDigest(files) }
}

function unique(folders: readonly Folder[], problems: Problems): readonly Folder[] {
  const first = new Map<string, Folder>()
  for (const folder of folders) {
    const other = first.get(folder.id)
    if (other === undefined) first.set(folder.id, folder)
    else problems.add({ file: folder.shown, field: 'id', what: `${other.shown} has the same id`, fix: 'rename one of the two folders' })
  }
  return [...first.values()]
}

const ids = (folders: readonly Folder[]): ReadonlySet<string> => new Set(folders.map((folder) => folder.id))

function keyed<T extends { readonly id: string }>(things: readonly (T | null)[]): ReadonlyMap<string, T> {
  const sorted = things.filter((thing) => thing !== null).toSorted((a, b) => a.id < b.id ? -1 : 1)
  return new Map(sorted.map((thing) => [thing.id, thing]))
}

/** Relative to where the user stands, or else to the folder above the catalogue's. */
function shownPath(path: string, dir: string = path): string {
  const fromHere = relative(process.cwd(), resolve(path))
  const short = fromHere.startsWith('..') ? join(basename(dir), relative(dir, path)) : fromHere
  return printable(short === '' ? basename(dirname(join(path, 'x'))) : short)
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory()
  } catch {
    return false
  }
}
