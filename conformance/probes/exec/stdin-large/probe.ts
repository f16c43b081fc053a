// The command answers with a digest, so that one way alone is measured. The bytes repeat at no power of two.
import { createHash } from 'node:crypto'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const BYTES = Buffer.alloc(32 << 20, Buffer.from(Array.from({ length: 251 }, (_, value) => value)))

export default defineProbe(async ({ fork, exec }) => {
  const { stdout } = await exec(await fork(), ['/usr/bin/sha256sum'], { stdin: BYTES })
  const same = textOf(stdout).startsWith(createHash('sha256').update(BYTES).digest('hex'))
  return holdsIf(same, same ? '32 MiB arrived, by their SHA-256' : `what arrived has another SHA-256: ${textOf(stdout).slice(0, 64)}`)
})
