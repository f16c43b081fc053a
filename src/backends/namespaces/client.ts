import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BackendUnavailable as Unavailable } from '../../contract/index.ts'
import { lineCalls, type Reply } from '../line-calls.ts'

const SERVER = fileURLToPath(new URL('./forkserver', import.meta.url))

/** The interpreter of the server: the system's own, since a version manager's shim costs a tenth of a second a start. */
export const PYTHON = '/usr/bin/python3'

export type Tier = 'root' | 'subuids' | 'one-uid'

/** The server's first line. `cgroups` says why there are no control groups, or is null where there are: below `groups`. */
export interface Hello { readonly tier: Tier; readonly cgroups: string | null; readonly unified: boolean; readonly groups: readonly string[] }

/** The fork server seen from here: requests in, answers out, and one way to end it. */
export interface ForkServer {
  readonly hello: Hello
  /** With the server goes every fork and every state, whatever ended it. */
  isGone(): boolean
  /** Throws BackendUnavailable where the server can't serve the request or is gone. */
  call(during: Unavailable['during'], op: string, fields?: Reply, signal?: AbortSignal): Promise<Reply>
  close(): Promise<void>
}

/**
 * Starts the server in `home`, an empty directory that it covers with a file system of its own. `tier` asks for a weaker
 * tier than the best that this user has. It is spawned directly, not through a library, and early: a large Node process
 * takes tens of milliseconds a spawn.
 */
export async function startForkServer(home: string, tier: Tier | 'best' = 'best'): Promise<ForkServer> {
  const child = spawn(PYTHON, ['-I', '-S', '-B', SERVER, home, tier], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => { complaint = (complaint + text).slice(-4000) })
  const calls = lineCalls(child.stdout, child.stdin)
  const ended = new Promise<void>((resolve) => {
    const end = (because: string): void => {
      calls.end(because)
      resolve()
    }
    child.once('error', (error) => end(`the fork server could not be started: ${error.message}`))
    child.once('close', (code, signal) => end(`the fork server ended (${signal ?? `exit ${code}`})${complaint === '' ? '' : `: ${complaint.trim().split('\n').at(-1)}`}`))
  })

  const hello = await calls.hello('readiness') as unknown as Hello
  return {
    hello,
    isGone: () => calls.gone() !== null,
    call: calls.call,
    async close() {
      child.stdin.end()
      const late = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(late)
    },
  }
}
