import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import type { BackendUnavailable as Unavailable } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'

const SERVER = fileURLToPath(new URL('./forkserver', import.meta.url))

/** The interpreter of the server: the system's own, since a version manager's shim costs a tenth of a second a start. */
export const PYTHON = '/usr/bin/python3'

export type Tier = 'root' | 'subuids' | 'one-uid'

/** The server's first line. `cgroups` says why there are no control groups, or is null where there are: below `groups`. */
export interface Hello { readonly tier: Tier; readonly cgroups: string | null; readonly unified: boolean; readonly groups: readonly string[] }

export type Reply = Readonly<Record<string, unknown>>

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
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void; during: Unavailable['during'] }>()
  let last = 0
  let gone: string | null = null
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => { complaint = (complaint + text).slice(-4000) })
  child.stdin.on('error', () => {})

  const ended = new Promise<void>((resolve) => {
    const end = (because: string): void => {
      gone ??= because
      for (const each of waiting.values()) each.reject(new BackendUnavailable(each.during, gone))
      waiting.clear()
      resolve()
    }
    child.once('error', (error) => end(`the fork server could not be started: ${error.message}`))
    child.once('close', (code, signal) => end(`the fork server ended (${signal ?? `exit ${code}`})${complaint === '' ? '' : `: ${complaint.trim().split('\n').at(-1)}`}`))
  })

  createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply & { id: number; error?: string; own?: boolean }
    const pending = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.error !== undefined) pending?.reject(new BackendUnavailable(pending.during, reply.error, { own: reply.own === true }))
    else pending?.resolve(reply)
  })

  function send(id: number, during: Unavailable['during'], message: object | null): Promise<Reply> {
    if (gone !== null) return Promise.reject(new BackendUnavailable(during, gone))
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, during })
      if (message !== null) child.stdin.write(`${JSON.stringify({ id, ...message })}\n`)
    })
  }

  const hello = await send(0, 'readiness', null) as unknown as Hello
  return {
    hello,
    isGone: () => gone !== null,
    async call(during, op, fields = {}, signal) {
      signal?.throwIfAborted()
      const id = ++last
      const kill = (): void => { void send(++last, during, { op: 'kill', exec: id }).catch(() => {}) }
      if (op === 'exec') signal?.addEventListener('abort', kill, { once: true })
      try {
        return await send(id, during, { op, ...fields })
      } finally {
        signal?.removeEventListener('abort', kill)
      }
    },
    async close() {
      child.stdin.end()
      const late = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(late)
    },
  }
}
