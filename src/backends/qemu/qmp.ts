/** QEMU's own monitor: commands and events as lines of JSON. */
import type { Duplex } from 'node:stream'
import { createInterface } from 'node:readline'
import { BackendUnavailable } from '../../contract/index.ts'

type During = BackendUnavailable['during']

export interface Qmp {
  /** Runs a command; throws BackendUnavailable with QEMU's own words where it is refused. */
  execute(during: During, command: string, values?: object): Promise<unknown>
  /** Waits for an event for which `is` holds. Those that came before are not seen. */
  event(name: string, is: (data: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  end(because: string): void
}

/** Talks to a monitor. The negotiation that comes first is sent at once; QEMU takes what follows in order. */
export function qmpOver(channel: Duplex): Qmp {
  const commands = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; during: During; command: string }>()
  let events: { readonly name: string; is(data: Record<string, unknown>): boolean; resolve(data: Record<string, unknown>): void; reject(error: Error): void }[] = []
  let last = 0
  let gone: string | null = null
  channel.on('error', () => {})

  const lines = createInterface({ input: channel, crlfDelay: Infinity })
  // A reader of lines passes on what its channel suffers; QEMU's end is told by the process.
  lines.on('error', () => {})
  lines.on('line', (line) => {
    const message = JSON.parse(line) as { id?: number; return?: unknown; error?: { desc?: string }; event?: string; data?: Record<string, unknown> }
    if (message.event !== undefined) {
      const seen = events.filter(({ name, is }) => name === message.event && is(message.data ?? {}))
      events = events.filter((each) => !seen.includes(each))
      for (const { resolve } of seen) resolve(message.data ?? {})
      return
    }
    const pending = message.id === undefined ? undefined : commands.get(message.id)
    if (pending === undefined) return
    commands.delete(message.id!)
    if (message.error === undefined) pending.resolve(message.return)
    else pending.reject(new BackendUnavailable(pending.during, `QEMU refused ${pending.command}: ${message.error.desc ?? 'no reason given'}`))
  })

  function execute(during: During, command: string, values: object = {}): Promise<unknown> {
    if (gone !== null) return Promise.reject(new BackendUnavailable(during, gone))
    const id = ++last
    return new Promise((resolve, reject) => {
      commands.set(id, { resolve, reject, during, command })
      channel.write(`${JSON.stringify({ execute: command, arguments: values, id })}\n`)
    })
  }

  // Its own failure shows in whatever is asked next.
  execute('fork', 'qmp_capabilities').catch(() => {})
  return {
    execute,
    event: (name, is) => gone === null
      ? new Promise((resolve, reject) => { events.push({ name, is, resolve, reject }) })
      : Promise.reject(new BackendUnavailable('fork', gone)),
    end(because) {
      gone ??= because
      for (const { reject, during } of commands.values()) reject(new BackendUnavailable(during, gone))
      for (const { reject } of events) reject(new BackendUnavailable('fork', gone))
      commands.clear()
      events = []
    },
  }
}
