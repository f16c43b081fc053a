// All 256 values in both orders; a layer that takes them for text replaces those that are no UTF-8.
import { createHash } from 'node:crypto'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const BYTES = Buffer.from(Array.from({ length: 512 }, (_, place) => place < 256 ? place : 511 - place))

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const path = `${one.policy.workspace}/binary`
  await one.put([{ path, bytes: BYTES, mode: 0o644, owner: 'agent' }])
  const arrived = textOf((await exec(one, ['/usr/bin/sha256sum', path])).stdout).startsWith(createHash('sha256').update(BYTES).digest('hex'))
  const [back] = await one.get([path], { files: 1, bytesPerFile: 1000, bytes: 1000 })
  const came = back?.state === 'file' && BYTES.equals(back.bytes)
  return holdsIf(arrived && came, `512 bytes ${arrived ? 'arrived as they were' : 'arrived otherwise'} and ${came ? 'came back' : 'did not come back as they were'}`)
})
