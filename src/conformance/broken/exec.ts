import type { Backend, Execution } from '../../contract/index.ts'
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

/** Backends that run commands wrongly, or say wrongly how they ended. */
export const EXEC = {
  'loses-exit-codes': telling('loses-exit-codes', 'every command ends with 0', () => ({ exitCode: 0, signal: null })),
  'truncates-silently': telling('truncates-silently', 'output past 4 KiB is thrown away and nobody is told', ({ stdout, stderr }) => ({ stdout: stdout.slice(0, 4096), stderr: stderr.slice(0, 4096), truncated: { stdout: false, stderr: false } })),
  'merges-streams': telling('merges-streams', 'stderr comes in stdout', ({ stdout, stderr }) => ({ stdout: Buffer.concat([stdout, stderr]), stderr: new Uint8Array() })),
  'leaks-descriptors': starting('leaks-descriptors', 'commands inherit descriptors that are not theirs', 'exec 7</etc/passwd 9</'),
  'agent-is-root': { because: 'commands of the agent run as root of the fork', wrap: (inner: Backend) => wrap(inner, 'agent-is-root', { exec: (fork, command) => fork.exec({ ...command, user: 'root' }) }) },
  'runs-twice': { because: 'each command runs twice', wrap: (inner: Backend) => wrap(inner, 'runs-twice', { exec: async (fork, command) => { await fork.exec(command); return fork.exec(command) } }) },
} as const satisfies Readonly<Record<string, Broken>>
