import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { Id, printable } from '../../schema/index.ts'
import { placeholdersOf } from './template.ts'

const argv = z.array(z.string().min(1)).min(1)
/** One command, or several in turn. Never a line for a shell: what an agent wrote stays an argument. */
const Steps = z.union([argv, z.array(argv).min(1)]).transform((given): readonly (readonly string[])[] => typeof given[0] === 'string' ? [given as string[]] : given as string[][])

const flag = z.boolean().default(false)

/** The file of a backend: command templates, who the roles are, and what is promised. */
export const CommandFile = z.strictObject({
  id: Id,
  summary: z.string().min(1),
  /** Says that this is no real backend, in every output. */
  stand_in: z.string().min(1).optional(),
  /** Ends with 0 where the tool works here; what it says otherwise is the reason. */
  ready: argv.optional(),
  commands: z.strictObject({
    /** Makes the empty state {state}. */
    prepare: Steps.optional(),
    /** Makes the fork {fork} of the state {state}. */
    fork: Steps,
    /** Runs {argv} in {fork} as {user}; its streams and exit code are the command's. */
    exec: argv,
    /** Lays the tar on stdin at / of {fork}. Without it a program in the fork lays files. */
    put: argv.optional(),
    /** Writes {path} of {fork} as a tar to stdout, or ends with 1 where nothing is there. Without it a program in the fork reads files. */
    get: argv.optional(),
    /** Ends {fork}, every process of it, and keeps what it left as {state}. */
    seal: Steps,
    /** Ends {fork} and removes it. */
    discard: Steps,
    /** Removes the state {state}. */
    drop: Steps,
    /** Ends what a command left running after a time-out, where killing the tool isn't enough. */
    kill: argv.optional(),
    /** Prints the names of all forks that stand, one a line, so that those of dead runs are found. */
    list: argv.optional(),
  }),
  /** How one variable is given to exec; {env} in its template is replaced by these. Without it, `env -i` stands before {argv}. */
  env: argv.optional(),
  /** What {user} is for each role; one that is missing can't run commands. */
  users: z.strictObject({ agent: z.string(), verifier: z.string().optional(), root: z.string().optional(), /** Who lays and reads files. */ files: z.string().optional() }),
  /** Folders that a fork can write, beside workspace and home. */
  writable: z.array(z.string().startsWith('/')).default(['/tmp', '/var/tmp']),
  promises: z.strictObject({
    ownMounts: flag, ownProcesses: flag, ownNetwork: flag, ownIpc: flag, ownHostname: flag, distinctUsers: flag, rootOfFork: flag,
    noNewPrivileges: flag, noCapabilities: flag, systemCallFilter: flag, privateTmp: flag,
    memoryLimit: z.enum(['fork', 'process', 'none']).default('none'), processLimit: z.enum(['fork', 'user', 'none']).default('none'),
    diskLimit: flag, fileLimits: flag, processorLimit: flag, killsAll: flag, ownKernel: flag,
  }).prefault({}),
  /** Clauses of the contract, or promises, that are known not to be kept, with the reason. */
  not_met: z.record(z.string(), z.string().min(1)).default({}),
})
export type CommandFile = z.infer<typeof CommandFile>

export interface CommandDefinition extends CommandFile { readonly digest: string; readonly file: string }
export type Read = { readonly ok: true; readonly definition: CommandDefinition } | { readonly ok: false; readonly because: string }

/** What may stand in braces in each template. */
const COMMON = ['dir', 'root', 'workspace', 'home', 'memory_mb', 'memory_bytes', 'processes', 'file_bytes', 'open_files', 'disk_mb', 'inodes', 'cpu_seconds'] as const
const ALLOWED: Readonly<Record<keyof CommandFile['commands'], readonly string[]>> = {
  prepare: [...COMMON, 'state'], fork: [...COMMON, 'state', 'fork'], exec: [...COMMON, 'fork', 'user', 'cwd', 'env', 'argv'],
  put: [...COMMON, 'fork'], get: [...COMMON, 'fork', 'path', 'relative'], seal: [...COMMON, 'fork', 'state'], discard: [...COMMON, 'fork'],
  drop: [...COMMON, 'state'], kill: [...COMMON, 'fork'], list: ['dir'],
}

/** Reads a backend's file. Everything wrong with it comes back as one text, a line each. */
export async function readDefinition(file: string): Promise<Read> {
  let bytes: Buffer
  let value: unknown
  try {
    bytes = await readFile(file)
    value = parse(bytes.toString('utf8'))
  } catch (thrown) {
    return { ok: false, because: `${file}: ${printable((thrown as Error).message.split('\n')[0] ?? '')}` }
  }
  const read = CommandFile.safeParse(value)
  if (!read.success) return { ok: false, because: read.error.issues.map((issue) => `${file}: ${issue.path.join('.') || 'the file'}: ${printable(issue.message)}`).join('\n') }
  const wrong = faults(read.data)
  if (wrong.length > 0) return { ok: false, because: wrong.map((text) => `${file}: ${text}`).join('\n') }
  return { ok: true, definition: { ...read.data, file, digest: createHash('sha256').update(bytes).digest('hex') } }
}

function faults({ commands, env }: CommandFile): readonly string[] {
  const unknown = Object.entries(commands).flatMap(([name, given]) => {
    const allowed = ALLOWED[name as keyof typeof ALLOWED]
    const steps = (typeof given[0] === 'string' ? [given] : given) as readonly (readonly string[])[]
    return steps.flatMap(placeholdersOf).filter((each) => !allowed.includes(each))
      .map((each) => `commands.${name}: there is no {${each}} here; there is ${allowed.map((one) => `{${one}}`).join(', ')}`)
  })
  return [
    ...unknown,
    ...(commands.exec.includes('{argv}') ? [] : ['commands.exec: {argv} must stand in it as an argument of its own']),
    ...(commands.exec.includes('{env}') && env === undefined ? ['env: is missing, though exec names {env}; give it as ["--setenv", "{name}", "{value}"]'] : []),
  ]
}
