import type { Backend, Command, Execution, Fork } from '../../contract/index.ts'
import type { Broken } from './index.ts'
import { behind, wrap } from './wrap.ts'

/** One that tells otherwise how a command ended. */
const telling = (name: string, because: string, change: (execution: Execution) => Partial<Execution>): Broken => ({
  because,
  wrap: (inner: Backend) => wrap(inner, name, { exec: async (fork, command) => {
    const execution = await fork.exec(command)
    return { ...execution, ...change(execution) }
  } }),
})

/** One that runs every command behind a line of shell. */
const starting = (name: string, because: string, prelude: string): Broken => ({ because, wrap: (inner: Backend) => behind(inner, name, prelude) })

/** One that runs another command than was asked for. */
const asking = (name: string, because: string, change: (command: Command) => Command): Broken => ({
  because,
  wrap: (inner: Backend) => wrap(inner, name, { exec: (fork, command) => fork.exec(change(command)) }),
})

const ascii = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte < 128 ? byte : 63)
const trimmed = (bytes: Uint8Array): Uint8Array => Buffer.from(Buffer.from(bytes).toString('latin1').trim(), 'latin1')
const SIGNALS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGABRT: 6, SIGKILL: 9, SIGUSR1: 10, SIGSEGV: 11, SIGPIPE: 13, SIGTERM: 15 }

/** The command goes on after its time, out of its caller's sight. */
async function abandoning(fork: Fork, command: Command): Promise<Execution> {
  const running = fork.exec({ ...command, wallSeconds: command.wallSeconds + 3600 })
  running.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Execution>((done) => {
    timer = setTimeout(() => done({
      exitCode: null, signal: 'SIGKILL', timedOut: true, outOfMemory: false, truncated: { stdout: false, stderr: false }, stdout: new Uint8Array(), stderr: new Uint8Array(),
      durationMs: command.wallSeconds * 1000, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false,
    }), command.wallSeconds * 1000)
  })
  return Promise.race([running, late]).finally(() => clearTimeout(timer))
}

/** Backends that run commands wrongly, or say wrongly how they ended. */
export const EXEC = {
  'loses-exit-codes': telling('loses-exit-codes', 'every command ends with 0', () => ({ exitCode: 0, signal: null })),
  'tells-signals-as-codes': telling('tells-signals-as-codes', 'a death by a signal is told as an exit code, as a shell tells it', ({ exitCode, signal }) => signal === null ? { exitCode } : { exitCode: 128 + (SIGNALS[signal] ?? 0), signal: null }),
  'tells-signals-as-time-outs': telling('tells-signals-as-time-outs', 'a command that ended by a signal is said to have timed out', ({ exitCode, signal, timedOut }) => ({ timedOut: timedOut || signal !== null || (exitCode ?? 0) > 128 })),
  'hides-time-outs': telling('hides-time-outs', 'nobody is told of a time-out', () => ({ timedOut: false })),
  'truncates-silently': telling('truncates-silently', 'output past 4 KiB is thrown away and nobody is told', ({ stdout, stderr }) => ({ stdout: stdout.slice(0, 4096), stderr: stderr.slice(0, 4096), truncated: { stdout: false, stderr: false } })),
  'merges-streams': telling('merges-streams', 'stderr comes in stdout', ({ stdout, stderr }) => ({ stdout: Buffer.concat([stdout, stderr]), stderr: new Uint8Array() })),
  'trims-output': telling('trims-output', 'white space around the output is thrown away', ({ stdout, stderr }) => ({ stdout: trimmed(stdout), stderr: trimmed(stderr) })),
  'garbles-output': telling('garbles-output', 'bytes of the output that are no ASCII become question marks', ({ stdout, stderr }) => ({ stdout: ascii(stdout), stderr: ascii(stderr) })),
  'tells-no-usage': telling('tells-no-usage', 'every command is said to have used nothing', () => ({ usage: { cpuMs: 0, peakMemoryBytes: 0 } })),
  'hides-memory-kills': telling('hides-memory-kills', 'that memory ran out is never told', () => ({ outOfMemory: false })),
  'leaks-descriptors': starting('leaks-descriptors', 'commands inherit descriptors that are not theirs', 'exec 7</etc/passwd 9</'),
  'ignores-signals': starting('ignores-signals', 'commands start with signals ignored, as children of a service do', "trap '' PIPE HUP TERM"),
  'opens-umask': starting('opens-umask', 'what commands make can be written by everybody', 'umask 0'),
  'mistakes-home': starting('mistakes-home', 'HOME is that of somebody else', 'export HOME=/root'),
  'inherits-environment': asking('inherits-environment', 'commands inherit the environment of the harness', (command) => ({ ...command, env: { ...process.env as Record<string, string>, ...command.env } })),
  'ignores-cwd': asking('ignores-cwd', 'commands run in the root directory', (command) => ({ ...command, cwd: '/' })),
  'joins-argv': asking('joins-argv', 'arguments are joined to a line of shell', (command) => ({ ...command, argv: ['/bin/sh', '-c', command.argv.join(' ')] })),
  'cuts-argv': asking('cuts-argv', 'arguments are cut at 4 KiB', (command) => ({ ...command, argv: command.argv.map((argument) => argument.slice(0, 4096)) })),
  'ignores-path': asking('ignores-path', 'programs are found where the backend looks, not on the PATH of the command', (command) => ({ ...command, argv: ['/usr/bin/env', 'PATH=/usr/bin:/bin', ...command.argv] })),
  'pastes-stdin': asking('pastes-stdin', 'stdin is pasted into a line of shell', ({ stdin, ...command }) => stdin === undefined ? command : ({ ...command, argv: ['/bin/sh', '-c', `cat <<END | "$@"\n${Buffer.from(stdin).toString('utf8').replaceAll('\0', '')}\nEND`, 'sh', ...command.argv] })),
  'cuts-stdin': asking('cuts-stdin', 'stdin is cut at what a pipe holds, 64 KiB', ({ stdin, ...command }) => stdin === undefined ? command : { ...command, stdin: stdin.slice(0, 65536) }),
  'says-yes': asking('says-yes', 'a command without stdin is given a line', ({ stdin = Buffer.from('y\n'), ...command }) => ({ ...command, stdin })),
  'ignores-abort': asking('ignores-abort', 'a command runs to its end, whoever wants it ended', (command) => ({ ...command, signal: new AbortController().signal })),
  'ignores-cpu-limit': asking('ignores-cpu-limit', 'a command has an hour of processor time, whatever was asked', (command) => ({ ...command, cpuSeconds: 3600 })),
  'waits-for-pipes': asking('waits-for-pipes', 'a command is over only when nobody holds its output open any more', (command) => ({ ...command, argv: ['/bin/sh', '-c', '"$@" | cat', 'sh', ...command.argv] })),
  'abandons-on-time-out': { because: 'a time-out is told, and the command goes on', wrap: (inner: Backend) => wrap(inner, 'abandons-on-time-out', { exec: abandoning }) },
  'runs-one-at-a-time': { because: 'commands wait for each other', wrap: oneAtATime },
  'runs-twice': { because: 'each command runs twice', wrap: (inner: Backend) => wrap(inner, 'runs-twice', { exec: async (fork, command) => { await fork.exec(command); return fork.exec(command) } }) },
} as const satisfies Readonly<Record<string, Broken>>

function oneAtATime(inner: Backend): Backend {
  let last: Promise<unknown> = Promise.resolve()
  return wrap(inner, 'runs-one-at-a-time', { exec: (fork, command) => {
    const run = last.then(() => fork.exec(command))
    last = run.catch(() => {})
    return run
  } })
}
