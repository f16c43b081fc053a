import type { Readable, Writable } from 'node:stream'
import { BackendUnavailable } from '../contract/index.ts'

type During = BackendUnavailable['during']
export type Reply = Readonly<Record<string, unknown>>

/** Calls to a fork server: lines of JSON each way, joined by a number. */
export interface LineCalls {
  /** The line that a server says of itself before it is asked anything. */
  hello(during: During): Promise<Reply>
  /** Throws BackendUnavailable where the server answers with an error, or is gone. */
  call(during: During, op: string, fields?: Reply, signal?: AbortSignal): Promise<Reply>
  /** From now on nothing is asked: every call that waits fails with this. */
  end(because: string): void
  /** Why nothing can be asked any more, or null. */
  gone(): string | null
}

/**
 * Joins answers to calls. `mostBytes` bounds one line: a server that can be hostile could else fill our memory. A line that is
 * no answer ends the calls; `onBroken` is told why.
 */
export function lineCalls(reading: Readable, writing: Writable, { mostBytes = Infinity, onBroken = () => {} }: { readonly mostBytes?: number; readonly onBroken?: (because: string) => void } = {}): LineCalls {
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void; during: During }>()
  let last = 0
  let gone: string | null = null
  let parts: Buffer[] = []
  let size = 0
  writing.on('error', () => {})
  reading.on('error', () => {})

  const end = (because: string): void => {
    gone ??= because
    for (const { reject, during } of waiting.values()) reject(new BackendUnavailable(during, gone))
    waiting.clear()
  }
  const broken = (because: string): void => {
    if (gone !== null) return
    end(because)
    onBroken(because)
  }

  function take(line: string): void {
    let reply: unknown
    try {
      reply = JSON.parse(line)
    } catch {
      return broken('the fork server answered with something that is no JSON')
    }
    if (typeof reply !== 'object' || reply === null || typeof (reply as { id?: unknown }).id !== 'number') return broken('the fork server answered without a number')
    const { id, error, own } = reply as { id: number; error?: unknown; own?: unknown }
    const pending = waiting.get(id)
    waiting.delete(id)
    if (error !== undefined) pending?.reject(new BackendUnavailable(pending.during, String(error), { own: own === true }))
    else pending?.resolve(reply as Reply)
  }

  const isOver = (): boolean => gone !== null

  reading.on('data', (data: Buffer) => {
    let rest = data
    for (let end = rest.indexOf(10); end >= 0 && !isOver(); end = rest.indexOf(10)) {
      const line = Buffer.concat([...parts, rest.subarray(0, end)])
      parts = []
      size = 0
      rest = rest.subarray(end + 1)
      take(line.toString('utf8'))
    }
    if (rest.length === 0 || isOver()) return
    parts.push(rest)
    size += rest.length
    if (size > mostBytes) broken(`the fork server answered with a line of more than ${mostBytes} bytes`)
  })

  function send(id: number, during: During, message: object | null): Promise<Reply> {
    if (gone !== null) return Promise.reject(new BackendUnavailable(during, gone))
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, during })
      if (message !== null) writing.write(`${JSON.stringify({ id, ...message })}\n`)
    })
  }

  return {
    hello: (during) => send(0, during, null),
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
    end,
    gone: () => gone,
  }
}
