import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Bounds, Change, FileEntry, ReadResult } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { FileType, readResultsOf } from '../fork-replies.ts'

/** What stands at one path, as the program in the fork tells it. */
const Entry = z.strictObject({
  path: z.string().startsWith('/'), type: FileType,
  mode: z.number().int().min(0).max(0o7777), owner: z.number().int().nonnegative(), group: z.number().int().nonnegative(), size: z.number().nonnegative(),
  /** Of what a regular file holds, whatever its size; `sha256` only within the bounds that were asked for. */
  identity: z.string().regex(/^[0-9a-f]{64}$/).nullable(), sha256: z.string().regex(/^[0-9a-f]{64}$/).nullable(), target: z.string().nullable(), xattrs: z.record(z.string(), z.string()),
})
export type Entry = z.infer<typeof Entry>
export interface Listing { readonly entries: readonly Entry[]; readonly complete: boolean }

const Listing = z.strictObject({ entries: z.array(Entry), complete: z.boolean() })
const Got = z.strictObject({ results: z.unknown() })
const Failed = z.strictObject({ error: z.string() })

/** Runs the program in a fork: a request on stdin, its reply from stdout, at most `bytes` of it. */
export type Ask = (request: unknown, bytes: number) => Promise<{ readonly exitCode: number | null; readonly stdout: Uint8Array; readonly stderr: Uint8Array; readonly truncated: boolean }>

/** The text of the program that runs in a fork: how content is told, which the other backends share, and what it does with trees. */
export async function treeProgram(): Promise<string> {
  const parts = await Promise.all(['../namespaces/forkserver/content.py', './tree.py'].map((path) => readFile(new URL(path, import.meta.url), 'utf8')))
  return parts.join('\n')
}

/** Lays files. `ids` are the numeric user and group of each role. */
export async function lay(ask: Ask, files: readonly FileEntry[], ids: (role: FileEntry['owner']) => readonly [number, number]): Promise<void> {
  const request = { op: 'put', files: files.map(({ path, bytes, mode, owner }) => ({ path, mode, ids: ids(owner), data: Buffer.from(bytes).toString('base64') })) }
  await replyOf(ask, request, z.strictObject({}), 1 << 20, 'put')
}

/** Reads regular files within the bounds. */
export async function fetch(ask: Ask, paths: readonly string[], bounds: Bounds): Promise<readonly ReadResult[]> {
  const { results } = await replyOf(ask, { op: 'get', paths, ...bounds }, Got, Math.ceil(bounds.bytes * 4 / 3) + paths.length * 20_000 + (1 << 20), 'get')
  return readResultsOf('get', { result: results }, paths)
}

/** Everything below the roots, a folder before what it holds. */
export function list(ask: Ask, roots: readonly string[], bounds: Bounds): Promise<Listing> {
  return replyOf(ask, { op: 'list', roots, ...bounds }, Listing, 256 << 20, 'changes')
}

async function replyOf<T>(ask: Ask, request: unknown, schema: z.ZodType<T>, bytes: number, during: BackendUnavailable['during']): Promise<T> {
  const { exitCode, stdout, stderr, truncated } = await ask(request, bytes)
  const why = Buffer.from(stderr).toString('utf8').trim().split('\n').at(-1) ?? ''
  if (exitCode !== 0 || truncated) throw new BackendUnavailable(during, `the program that handles files in a fork ended with ${String(exitCode)}${truncated ? ', and said more than it may' : ''}${why === '' ? '' : `: ${why}`}`)
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(stdout).toString('utf8'))
  } catch {
    throw new BackendUnavailable(during, 'the program that handles files in a fork gave no JSON')
  }
  const failed = Failed.safeParse(value)
  if (failed.success) throw new BackendUnavailable(during, failed.data.error)
  const read = schema.safeParse(value)
  if (!read.success) throw new BackendUnavailable(during, `the program that handles files in a fork gave a reply that does not fit: ${read.error.issues[0]?.path.join('.') ?? ''}`)
  return read.data
}

/**
 * What differs between two listings, sorted bytewise by path. What lay below a folder that is gone or replaced is not listed
 * one by one.
 */
export function difference(before: readonly Entry[], after: readonly Entry[]): readonly Difference[] {
  const old = new Map(before.map((entry) => [entry.path, entry]))
  const now = new Map(after.map((entry) => [entry.path, entry]))
  const kept = after.flatMap((entry): readonly Difference[] => {
    const then = old.get(entry.path)
    if (then === undefined) return [{ change: 'added', ...entry }]
    if (sameAs(then) === sameAs(entry)) return []
    return [{ change: then.type === entry.type ? 'changed' : 'replaced', ...entry }]
  })
  const gone = before.filter(({ path }) => !now.has(path) && stands(now, path))
  return [...kept, ...gone.map((entry): Difference => ({ change: 'deleted', ...entry }))].toSorted((a, b) => Buffer.compare(bytesOf(a.path), bytesOf(b.path)))
}

/** A change with the identity of what a file holds, which is no part of the contract. */
export type Difference = Change & Pick<Entry, 'identity'>

/** All that an entry is but `sha256`, which is only told within bounds. */
function sameAs(entry: Entry): string {
  return JSON.stringify({ ...entry, sha256: null })
}

/** The change as the contract has it. */
export function changeOf({ path, change, type, mode, owner, group, size, sha256, target, xattrs }: Difference): Change {
  return { path, change, type, mode, owner, group, size, sha256, target, xattrs }
}

/** Whether the folder above a path is still one. */
function stands(now: ReadonlyMap<string, Entry>, path: string): boolean {
  const above = now.get(path.slice(0, path.lastIndexOf('/')))
  return above === undefined ? ![...ancestors(path)].some((each) => now.has(each)) : above.type === 'directory'
}

function* ancestors(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at)
}

/** H(base digest, sorted changes): 64 hex digits. */
export function digestOf(base: string, changes: readonly Difference[]): string {
  const hash = createHash('sha256').update(base)
  for (const { path, change, type, mode, owner, group, size, identity, target, xattrs } of changes) {
    hash.update(`${JSON.stringify([path, change, type, mode, owner, group, size, identity, target, Object.entries(xattrs).toSorted()])}\n`)
  }
  return hash.digest('hex')
}

/** Bytes of a path whose bytes that aren't UTF-8 are lone surrogates. */
function bytesOf(path: string): Buffer {
  return Buffer.concat(path.split(/([\udc80-\udcff])/).map((part) => /^[\udc80-\udcff]$/.test(part) ? Buffer.from([part.charCodeAt(0) - 0xdc00]) : Buffer.from(part)))
}
