/** What is asked of a fork server and what it answers, with exact types: in a guest, whoever broke its kernel could answer anything. */
import { z } from 'zod'
import type { Change, Command, Execution, FileEntry, Policy, ReadResult } from '../contract/index.ts'
import { BackendUnavailable } from '../contract/index.ts'
import type { Reply } from './line-calls.ts'

type During = BackendUnavailable['during']

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()
export const FileType = z.enum(['file', 'directory', 'link', 'fifo', 'socket', 'character-device', 'block-device'])
const Ended = z.object({
  exitCode: z.number().int().min(0).max(255).nullable(), signal: z.string().regex(/^SIG[A-Z0-9]{1,12}$/).nullable(), timedOut: z.boolean(), outOfMemory: z.boolean(),
  truncated: z.object({ stdout: z.boolean(), stderr: z.boolean() }), stdout: z.string(), stderr: z.string(),
  durationMs: z.number().nonnegative(), cpuMs: z.number().nonnegative(), peakMemoryBytes: count, preloaded: z.boolean(),
})
const Got = z.array(z.discriminatedUnion('state', [
  z.object({ path: z.string(), state: z.literal('file'), data: z.string(), mode: count, links: count }),
  z.object({ path: z.string(), state: z.literal('missing') }),
  z.object({ path: z.string(), state: z.literal('not-regular'), type: FileType }),
  z.object({ path: z.string(), state: z.literal('too-large'), size: count }),
]))
const Changes = z.object({
  changes: z.array(z.object({
    path: z.string().startsWith('/'), change: z.enum(['added', 'changed', 'deleted', 'replaced']), type: FileType, mode: count, owner: count, group: count, size: count,
    sha256: Sha256.nullable(), target: z.string().nullable(), xattrs: z.record(z.string(), z.string()),
  })),
  complete: z.boolean(),
})

export const Digested = z.object({ digest: Sha256 })
export const Sealed = z.object({ digest: Sha256, opened: z.array(z.string()) })

/** A reply of the form that was promised; another one is the server's failure. */
export function shaped<T>(during: During, schema: z.ZodType<T>, reply: unknown): T {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new BackendUnavailable(during, `an answer does not fit its form: ${path.join('.')}: ${message}`)
}

/** A file as a server takes it: bytes as base64. */
export function entryOf(file: FileEntry): Reply {
  return { path: file.path, mode: file.mode, owner: file.owner, data: Buffer.from(file.bytes).toString('base64') }
}

/** A command as a server takes it. */
export function requestOf(command: Command, policy: Policy): Reply {
  return {
    argv: command.argv, user: command.user, cwd: command.cwd, env: command.env,
    wall: command.wallSeconds,
    cpu: command.cpuSeconds ?? policy.limits.cpu_seconds,
    output: outputBytes(command, policy),
    ...(command.stdin === undefined ? {} : { stdin: Buffer.from(command.stdin).toString('base64') }),
    ...(command.preload === undefined ? {} : { preload: command.preload }),
  }
}

/** How much is kept of each stream. */
export const outputBytes = (command: Command, policy: Policy): number => command.outputBytes ?? policy.limits.output_kb * 1024

export function executionOf(reply: Reply): Execution {
  const { exitCode, signal, timedOut, outOfMemory, truncated, stdout, stderr, durationMs, cpuMs, peakMemoryBytes, preloaded } = shaped('exec', Ended, reply)
  return {
    exitCode, signal, timedOut, outOfMemory, truncated, durationMs, preloaded,
    stdout: Buffer.from(stdout, 'base64'), stderr: Buffer.from(stderr, 'base64'), usage: { cpuMs, peakMemoryBytes },
  }
}

/** What was read, for the paths that were asked for and in their order. */
export function readResultsOf(during: During, reply: Reply, paths: readonly string[]): readonly ReadResult[] {
  const results = shaped(during, Got, reply['result'])
  if (results.length !== paths.length || results.some(({ path }, index) => path !== paths[index])) throw new BackendUnavailable(during, 'other paths were read than were asked for')
  return results.map((each): ReadResult => each.state === 'file' ? { path: each.path, state: 'file', bytes: Buffer.from(each.data, 'base64'), mode: each.mode, links: each.links } : each)
}

export function changesOf(reply: Reply): { readonly changes: readonly Change[]; readonly complete: boolean } {
  return shaped('changes', Changes, reply['result'])
}
