/** The layer that a fork left, on the host: frames that came over a port and go out over another, never looked into. */
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { BackendUnavailable } from '../../contract/index.ts'

/** As in guest/program/transfer.py. */
const MOST_FRAME = 1 << 16
const HEADER = 4

/** What a record of an entry may take beside the bytes of its file: names, attributes, the target of a link. */
const BYTES_PER_ENTRY = 1 << 14

/** How long a stream may be that a fork within its limits can leave. */
export const mostLayerBytes = ({ disk_mb, inodes }: { readonly disk_mb: number; readonly inodes: number }): number => disk_mb * (1 << 20) * 2 + inodes * BYTES_PER_ENTRY

/** Takes frames from a port up to the empty one that ends them. Throws BackendUnavailable where a guest sends what is no stream, or more than `most` bytes. */
export async function receiveLayer(port: Duplex, file: string, most: number): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 })
  const opened = once(out, 'open')
  try {
    await opened
    await new Promise<void>((resolve, reject) => {
      let header = Buffer.alloc(0)
      let frame = 0
      let total = 0
      const end = (error: Error | null): void => {
        port.off('data', take).off('close', lost)
        port.pause()
        if (error === null) resolve()
        else reject(error)
      }
      const lost = (): void => end(new BackendUnavailable('seal', 'the guest was gone before its layer was whole'))
      const take = (data: Buffer): void => {
        total += data.length
        if (total > most) return end(new BackendUnavailable('seal', 'the guest sent more than a fork within its limits can leave'))
        let rest = data
        while (rest.length > 0) {
          if (frame > 0) {
            const part = rest.length > frame ? rest.subarray(0, frame) : rest
            frame -= part.length
            rest = rest.subarray(part.length)
            continue
          }
          const wanted = HEADER - header.length
          header = Buffer.concat([header, rest.subarray(0, wanted)])
          rest = rest.subarray(wanted)
          if (header.length < HEADER) break
          frame = header.readUInt32BE(0)
          header = Buffer.alloc(0)
          if (frame > MOST_FRAME) return end(new BackendUnavailable('seal', 'the guest sent a layer in frames that are too long'))
          if (frame === 0) {
            out.write(data.subarray(0, data.length - rest.length))
            return end(rest.length === 0 ? null : new BackendUnavailable('seal', 'the guest sent more than its layer'))
          }
        }
        if (!out.write(data)) {
          port.pause()
          out.once('drain', () => port.resume())
        }
      }
      out.once('error', (error) => end(new BackendUnavailable('seal', `the layer of a fork can't be kept: ${error.message}`, { own: true })))
      port.on('data', take).on('close', lost)
      port.resume()
    })
    out.end()
    await once(out, 'close')
  } catch (error) {
    out.destroy()
    throw error
  }
}

/** Sends a layer that was taken before. */
export async function sendLayer(port: Duplex, file: string): Promise<void> {
  for await (const part of createReadStream(file, { highWaterMark: MOST_FRAME })) {
    if (port.destroyed) throw new BackendUnavailable('fork', 'the guest was gone before it had its layers')
    if (!port.write(part)) await room(port)
  }
}

/** When a port takes more, or is gone. */
function room(port: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      port.off('drain', go).off('close', go)
      resolve()
    }
    port.on('drain', go).on('close', go)
  })
}
