import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import { expect, test } from 'vitest'
import { payload } from '../../../src/backends/qemu/image/payload.ts'

test('the payload holds the programs of the guest, by a manifest that names every byte of them', async () => {
  const { archive, manifest, digest } = await payload()
  expect(digest).toBe(createHash('sha256').update(manifest).digest('hex'))
  expect(JSON.parse(Buffer.from(manifest).toString())).toEqual({ archive: { size: archive.length, sha256: createHash('sha256').update(archive).digest('hex') } })
  const names: string[] = []
  const reader = extract()
  Readable.from([Buffer.from(archive)]).pipe(reader)
  for await (const entry of reader) {
    names.push(entry.header.name)
    entry.resume()
  }
  expect(names).toContain('__main__.py')
  expect(names).toContain('transfer.py')
  expect(names).toContain('forkserver/server.py')
  expect(names.every((name) => /^(forkserver\/)?[a-z_]+\.py$/.test(name))).toBe(true)
})

test('the same programs make the same payload', async () => {
  expect((await payload()).digest).toBe((await payload()).digest)
})
