import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex} from 'node:stream';
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostLayerBytes, receiveLayer, sendLayer } from '../../../src/backends/qemu/layer-file.ts'

let dir: string
let count = 0
beforeAll(async () => { dir = await mkdtemp(join(tmpdir(), 'layer-')) })
afterAll(() => rm(dir, { recursive: true }))
const file = (): string => join(dir, String(++count))

const framed = (bodies: readonly Uint8Array[]): Buffer => Buffer.concat([...bodies, new Uint8Array()].flatMap((body) => {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(body.length)
  return [header, Buffer.from(body)]
}))

/** A port whose other end says these bytes, in parts of that many. */
function port(bytes: Buffer, step: number, closes = false): Duplex {
  const stream = new PassThrough()
  stream.pause()
  for (let start = 0; start < bytes.length; start += step) stream.write(bytes.subarray(start, start + step))
  if (closes) setTimeout(() => stream.destroy(), 5)
  return stream
}

describe('a layer on the host', () => {
  test('is kept as it came, however it was cut', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 6 }), fc.integer({ min: 1, max: 500 }), async (bodies, step) => {
      const [bytes, path] = [framed(bodies), file()]
      await receiveLayer(port(bytes, step), path, 1 << 20)
      expect((await readFile(path)).equals(bytes)).toBe(true)
    }), { numRuns: 40 })
  })

  test('goes out as it came in', async () => {
    const [bytes, path] = [framed([Buffer.alloc(60_000, 1), Buffer.alloc(65_536, 2), Buffer.alloc(3)]), file()]
    await receiveLayer(port(bytes, 10_000), path, 1 << 20)
    const out = new PassThrough({ highWaterMark: 1000 })
    const parts: Buffer[] = []
    out.on('data', (part: Buffer) => parts.push(part))
    await sendLayer(out, path)
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  })

  test.each([
    ['a frame that is too long', Buffer.from([0, 1, 0, 1]), false, /frames that are too long/],
    ['the longest frame of all', Buffer.from([255, 255, 255, 255]), false, /frames that are too long/],
    ['more than a fork can leave', framed([Buffer.alloc(50_000), Buffer.alloc(50_000)]), false, /more than a fork within its limits/],
    ['something after its end', Buffer.concat([framed([]), Buffer.from('x')]), false, /more than its layer/],
    ['nothing more', Buffer.from([0, 0, 1, 0, 7]), true, /gone before its layer was whole/],
  ])('is refused where a guest sends %s', async (_, bytes, closes, because) => {
    await expect(receiveLayer(port(bytes, 60_000, closes), file(), 60_000)).rejects.toThrow(because)
  })

  test("is the host's own failure where it can't be kept", async () => {
    await expect(receiveLayer(port(framed([]), 100), join(dir, 'missing/x'), 1000)).rejects.toThrow(/ENOENT/)
  })

  test('is bounded by what a fork may write', async () => {
    expect(mostLayerBytes({ disk_mb: 128, inodes: 20_000 })).toBeLessThan(1 << 30)
    expect((await stat(dir)).isDirectory()).toBe(true)
  })
})
