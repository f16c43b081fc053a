// Compared by digest in the fork and byte for byte on the way back. The bytes repeat at no power of two.
import { createHash } from 'node:crypto'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const BYTES = Buffer.alloc(16 << 20, Buffer.from(Array.from({ length: 251 }, (_, value) => value)))

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const path = `${one.policy.workspace}/large`
  await one.put([{ path, bytes: BYTES, mode: 0o644, owner: 'agent' }])
  const arrived = textOf((await exec(one, ['/usr/bin/sha256sum', path])).stdout).startsWith(createHash('sha256').update(BYTES).digest('hex'))
  const [back] = await one.get([path], { files: 1, bytesPerFile: 16 << 20, bytes: 16 << 20 })
  const came = back?.state === 'file' && BYTES.equals(back.bytes)
  return holdsIf(arrived && came, `16 MiB ${arrived ? 'arrived' : 'did not arrive whole'} and ${came ? 'came back' : `came back as ${back?.state === 'file' ? `${back.bytes.length} bytes` : back?.state}`}`)
})
