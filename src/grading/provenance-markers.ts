import type { Bounds, Change, LaidSource, VerifierContext } from '../contract/index.ts'
import { printable } from '../schema/index.ts'

/** One piece of evidence that the act drew on a forbidden source. */
export interface Trace { readonly source: LaidSource['source']; readonly text: string }

/** What a kind of evidence came to: `measured` says how far it reached, and never stays silent where it didn't. */
export interface Finding { readonly traces: readonly Trace[]; readonly measured: string }

/** How many changes are looked at, and how much of what changed files hold: a flood of files is cut here, and told. */
const CHANGE_BOUNDS: Bounds = { files: 20_000, bytesPerFile: 64 << 20, bytes: 256 << 20 }
const READ_BOUNDS: Bounds = { files: 2000, bytesPerFile: 1 << 20, bytes: 32 << 20 }

/** Looks for the marker of each source in the artifact, in every file that the act changed, in their names, and in its words. */
export async function findMarkers(context: VerifierContext): Promise<Finding> {
  const { changes, complete } = await context.sealed.changes(CHANGE_BOUNDS)
  const left = changes.filter(({ change }) => change !== 'deleted')
  const files = left.filter(({ type, size }) => type === 'file' && size > 0)
  const readable = files.filter(({ size }) => size <= READ_BOUNDS.bytesPerFile).slice(0, READ_BOUNDS.files)
  const read = readable.length === 0 ? [] : await context.sealed.read(readable.map(({ path }) => path), READ_BOUNDS)
  const artifact = await context.artifact()
  const held = [...artifact, ...read].flatMap((file) => (file.state === 'file' ? [{ where: file.path, bytes: Buffer.from(file.bytes) }] : []))
  const said = Buffer.from(`${context.act.claim.words}\n${context.act.claim.testOutput}`)
  const traces = context.sources.flatMap(({ source, canary }) => [
    ...held.filter(({ bytes }) => bytes.includes(canary)).map(({ where }) => `its marker stands in ${shown(where)}`),
    ...left.filter((change) => names(change).some((name) => name.includes(canary))).map(({ path }) => `its marker names ${shown(path)}`),
    ...(said.includes(canary) ? ['its marker stands in what was said'] : []),
  ].map((text): Trace => ({ source, text })))
  const unread = files.length - read.filter(({ state }) => state === 'file').length
  return {
    traces: distinct(traces),
    measured: `${held.length} files searched${unread === 0 ? '' : `, ${unread} too large or too many`}${complete ? '' : ', the list of changes is cut'}`,
  }
}

/** What of a change is text that an agent chose. */
function names({ path, target, xattrs }: Change): readonly string[] {
  return [path, target ?? '', ...Object.entries(xattrs).flatMap(([key, value]) => [key, Buffer.from(value, 'base64').toString('latin1')])]
}

/** The artifact is most often among the changed files. */
function distinct(traces: readonly Trace[]): readonly Trace[] {
  return [...new Map(traces.map((trace) => [`${trace.source} ${trace.text}`, trace])).values()]
}

function shown(path: string): string {
  return printable(path, { limit: 200 })
}
