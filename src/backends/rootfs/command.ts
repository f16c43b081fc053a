import { execa } from 'execa'
import { RootfsFailure } from './failure.ts'

export interface CommandOptions {
  cwd?: string | undefined
  env?: Record<string, string> | undefined
  /** Variables of this process that the command must not see; a trailing `*` matches a prefix. */
  withoutEnv?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}

export interface CommandResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs a host program with messages in English, and gives its result whatever the exit code. */
export async function tryCommand(argv: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const [file = '', ...args] = argv
  const result = await execa(file, args, {
    cwd: options.cwd,
    env: environment(options),
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    cancelSignal: options.signal,
  })
  if (result.isCanceled) throw new RootfsFailure('The build was stopped.')
  if (result.exitCode === undefined) throw new RootfsFailure(`${file} could not be run: ${result.shortMessage}`)
  return { exitCode: result.exitCode, stdout: result.stdout, stderr: result.stderr }
}

/** Like `tryCommand`, but an exit code other than 0 ends the build with `purpose` and the program's last words. */
export async function command(
  purpose: string,
  argv: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const result = await tryCommand(argv, options)
  if (result.exitCode !== 0) throw new RootfsFailure(`${purpose}: ${lastWords(result)}`)
  return result
}

/** The end of what a failed program said, on one line. */
export function lastWords(result: CommandResult): string {
  const lines = `${result.stdout}\n${result.stderr}`.split('\n').map((line) => line.trim())
  const telling = lines.filter((line) => /^(E:|Err:|npm error|.*\berror\b)/i.test(line))
  const words = (telling.length > 0 ? telling : lines.filter((line) => line !== '')).slice(-4).join(' · ')
  return words === '' ? `exit code ${result.exitCode}` : words
}

/** This process's variables, less those named, with English messages. */
export function environment(options: Pick<CommandOptions, 'env' | 'withoutEnv'> = {}): Record<string, string> {
  const hidden = options.withoutEnv ?? []
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined) continue
    const isHidden = hidden.some((rule) => (rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule))
    if (!isHidden) kept[name] = value
  }
  return { ...kept, LC_ALL: 'C', ...options.env }
}
