import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, seal }) => {
  const first = await fork()
  await shell(first, 'mkdir folder && echo x > folder/file && ln -s file folder/link')
  const sealed = await seal(first)
  const again = [await seal(await fork(sealed)), await seal(await fork(sealed))]
  const digests = new Set(again.map(({ digest }) => digest))
  const changes = (await Promise.all(again.map((state) => state.changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })))).flatMap((list) => list.changes)
  return holdsIf(digests.size === 1 && changes.length === 0, `${digests.size} digest(s) of 2 states, ${changes.length} changes in them${changes.map(({ path }) => ` ${path}`).join('')}`)
})
