import type { Bounds, Command, Execution, FileEntry, Policy, ReadResult, User } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { AGENT_UID, VERIFIER_UID } from '../rootfs/index.ts'
import { entryOf, packed } from './archive.ts'
import type { CommandDefinition } from './definition.ts'
import { invoke } from './invoke.ts'
import { filled, placeholdersOf, type Values } from './template.ts'
import { fetch, lay, treeProgram, type Ask } from './tree.ts'

/** How long a step of the backend itself may take, in seconds, and how much of what it says is kept. */
const STEP = { wallSeconds: 120, outputBytes: 1 << 20 } as const

/** What an archive of one file may hold beside it: headers, padding, long names. */
const ARCHIVE_BYTES = 1 << 20

/** The numeric ids of each role in a built environment. */
export const IDS: Readonly<Record<User, number>> = { agent: AGENT_UID, verifier: VERIFIER_UID, root: 0 }

/** Runs the templates of one definition. Every call throws BackendUnavailable where the tool fails. */
export class Tool {
  readonly #definition: CommandDefinition
  /** What ends the commands that are under way, by fork. */
  readonly #running = new Map<string, Set<{ readonly abort: AbortController; readonly ended: Promise<unknown> }>>()

  constructor(definition: CommandDefinition) {
    this.#definition = definition
  }

  /** Runs steps in turn; one that doesn't end with 0 is the backend's failure, with what it said. */
  async steps(during: BackendUnavailable['during'], templates: readonly (readonly string[])[], values: Values, stdin?: Uint8Array): Promise<void> {
    for (const template of templates) {
      const invoked = await invoke({ argv: filled(template, values), ...STEP, ...(stdin === undefined ? {} : { stdin }) })
      if (!invoked.started) throw new BackendUnavailable(during, invoked.because)
      if (invoked.exitCode === 0) continue
      const text = (invoked.stderr.toString('utf8').trim() || invoked.stdout.toString('utf8').trim()).slice(0, 500)
      throw new BackendUnavailable(during, `${template[0]} ${invoked.timedOut ? `did not end within ${STEP.wallSeconds} s` : `ended with ${String(invoked.exitCode ?? invoked.signal)}`}${text === '' ? '' : `: ${text}`}`)
    }
  }

  /** Ends the commands that are under way in a fork, and returns when their tools are gone. */
  async end(fork: string): Promise<void> {
    const running = [...this.#running.get(fork) ?? []]
    for (const { abort } of running) abort.abort()
    await Promise.all(running.map(({ ended }) => ended))
  }

  async exec(fork: string, command: Command, values: Values, policy: Policy): Promise<Execution> {
    const { users, commands } = this.#definition
    const user = users[command.user]
    if (user === undefined) throw new BackendUnavailable('exec', `this backend has no user for the role ${command.user}`)
    const abort = new AbortController()
    const running = invoke({
      argv: this.#argv({ ...values, cpu_seconds: command.cpuSeconds ?? policy.limits.cpu_seconds }, { ...command, user }),
      wallSeconds: command.wallSeconds, signal: command.signal === undefined ? abort.signal : AbortSignal.any([command.signal, abort.signal]), outputBytes: command.outputBytes ?? policy.limits.output_kb * 1024,
      ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
    })
    const invoked = await this.#during(fork, { abort, ended: running }, running)
    if (!invoked.started) throw new BackendUnavailable('exec', invoked.because)
    if (invoked.timedOut && commands.kill !== undefined) await this.steps('exec', [commands.kill], values)
    const { exitCode, signal, timedOut, truncated, stdout, stderr, durationMs } = invoked
    return { exitCode, signal, timedOut, truncated, stdout, stderr, durationMs, outOfMemory: false, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false }
  }

  async #during<T>(fork: string, one: { readonly abort: AbortController; readonly ended: Promise<unknown> }, work: Promise<T>): Promise<T> {
    const all = this.#running.get(fork) ?? new Set()
    this.#running.set(fork, all.add(one))
    try {
      return await work
    } finally {
      all.delete(one)
      if (all.size === 0) this.#running.delete(fork)
    }
  }

  /** What asks the program that handles files in a fork. */
  ask(values: Values): Ask {
    const { users } = this.#definition
    return async (request, bytes) => {
      const argv = ['/usr/bin/python3', '-I', '-S', '-B', '-c', await treeProgram()]
      const invoked = await invoke({
        argv: this.#argv(values, { user: users.files ?? users.root ?? users.agent, cwd: '/', env: { PATH: '/usr/bin:/bin' }, argv }),
        stdin: Buffer.from(JSON.stringify(request)), wallSeconds: STEP.wallSeconds, outputBytes: bytes,
      })
      if (!invoked.started) throw new BackendUnavailable('exec', invoked.because)
      return { ...invoked, truncated: invoked.truncated.stdout }
    }
  }

  /** Lays files, by the tool's own way where it has one. */
  async put(values: Values, files: readonly FileEntry[]): Promise<void> {
    const { put } = this.#definition.commands
    if (put === undefined) return lay(this.ask(values), files, (role) => [IDS[role], IDS[role]])
    refuseDots(files.map(({ path }) => path), 'put')
    await this.steps('put', [put], values, await packed(files, (role) => IDS[role]))
  }

  /** Reads files within the bounds, by the tool's own way where it has one: one call a path. */
  async get(values: Values, paths: readonly string[], bounds: Bounds): Promise<readonly ReadResult[]> {
    const { get } = this.#definition.commands
    if (get === undefined) return fetch(this.ask(values), paths, bounds)
    refuseDots(paths, 'get')
    const results: ReadResult[] = []
    let [files, bytes] = [bounds.files, bounds.bytes]
    for (const path of paths) {
      const most = Math.min(bounds.bytesPerFile, bytes)
      const invoked = await invoke({ argv: filled(get, { ...values, path, relative: path.slice(1) }), wallSeconds: STEP.wallSeconds, outputBytes: most + ARCHIVE_BYTES })
      if (!invoked.started) throw new BackendUnavailable('get', invoked.because)
      const found = await entryOf(path, invoked.stdout, { files, bytesPerFile: most, bytes: most })
      if (found === null && invoked.exitCode !== 1) throw new BackendUnavailable('get', `${get[0]} ended with ${String(invoked.exitCode ?? invoked.signal)} and no archive of ${path}: ${invoked.stderr.toString('utf8').trim().slice(0, 300)}`)
      const result: ReadResult = found === null ? { path, state: 'missing' } : found.state === 'file' && files < 1 ? { path, state: 'too-large', size: found.bytes.length } : found
      if (result.state === 'file') [files, bytes] = [files - 1, bytes - result.bytes.length]
      results.push(result)
    }
    return results
  }

  /** The command line of a command in a fork. Without a template for variables, `env -i` gives exactly those that were asked for. */
  #argv(values: Values, { user, cwd, env, argv }: { readonly user: string; readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly argv: readonly string[] }): readonly string[] {
    const { env: variable, commands } = this.#definition
    const variables = Object.entries(env)
    const cleared = variable === undefined ? ['/usr/bin/env', '-i', ...variables.map(([key, value]) => `${key}=${value}`), ...argv] : argv
    const placed = placeholdersOf(commands.exec).includes('cwd') ? cleared : ['/bin/sh', '-c', 'cd -- "$1" || exit 127; shift; exec "$@"', 'sh', cwd, ...cleared]
    return filled(commands.exec, { ...values, user, cwd, argv: placed, env: variables.flatMap(([name, value]) => filled(variable ?? [], { name, value })) })
  }
}

/** As the program in a fork does it: a path says where it leads. */
function refuseDots(paths: readonly string[], during: 'put' | 'get'): void {
  const wrong = paths.find((path) => !path.startsWith('/') || path.split('/').some((part) => part === '.' || part === '..'))
  if (wrong !== undefined) throw new BackendUnavailable(during, `no absolute path without dots: ${wrong}`)
}
