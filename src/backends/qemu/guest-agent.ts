/** QEMU's own agent in the guest, asked for what a second witness is good for: which interfaces there are, and whether it is there. */
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { BackendUnavailable } from '../../contract/index.ts'

/** A reply is a line; what is asked here has short ones. */
const MOST_BYTES = 1 << 20
/** Before the answer to a synchronisation, so that what was left of an earlier talk is told from it. */
const SENTINEL = 0xff

const Interfaces = z.array(z.object({ name: z.string().max(16) })).max(64)

/** The names of the guest's network interfaces, as its agent tells them. Throws BackendUnavailable where it doesn't answer so. */
export async function guestInterfaces(channel: Duplex, nonce: number, limitMs: number): Promise<readonly string[]> {
  const answer = await ask(channel, nonce, 'guest-network-get-interfaces', limitMs)
  const parsed = Interfaces.safeParse(answer)
  if (!parsed.success) throw new BackendUnavailable('prepare', 'the guest agent told its interfaces in another form than it does')
  return parsed.data.map(({ name }) => name).sort()
}

function ask(channel: Duplex, nonce: number, command: string, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const end = (error: Error | null, value?: unknown): void => {
      clearTimeout(timer)
      channel.off('data', take)
      if (error) reject(error)
      else resolve(value)
    }
    const timer = setTimeout(() => end(new BackendUnavailable('prepare', `the guest agent did not answer within ${limitMs / 1000} s`)), limitMs)
    const take = (data: Buffer): void => {
      bytes = Buffer.concat([bytes, data])
      if (bytes.length > MOST_BYTES) return end(new BackendUnavailable('prepare', 'the guest agent said more than it may'))
      const lines = bytes.subarray(bytes.lastIndexOf(SENTINEL) + 1).toString('utf8').split('\n')
      // Two whole lines, the answers to both requests, and what follows the second line end.
      if (!bytes.includes(SENTINEL) || lines.length < 3) return
      try {
        const [sync, reply] = lines.slice(0, 2).map((line) => JSON.parse(line) as { return?: unknown; error?: { desc?: unknown } })
        if (sync?.return !== nonce) return end(new BackendUnavailable('prepare', 'the guest agent is out of step'))
        if (reply?.error !== undefined) return end(new BackendUnavailable('prepare', `the guest agent refused ${command}: ${String(reply.error.desc).slice(0, 200)}`))
        end(null, reply?.return)
      } catch {
        end(new BackendUnavailable('prepare', 'the guest agent answered with something that is no JSON'))
      }
    }
    channel.on('data', take)
    channel.write(Buffer.concat([Buffer.from([SENTINEL]), Buffer.from(`${JSON.stringify({ execute: 'guest-sync-delimited', arguments: { id: nonce } })}\n${JSON.stringify({ execute: command })}\n`)]))
  })
}
