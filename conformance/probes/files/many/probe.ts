// Each holds its own number, in a hundred folders.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const paths = Array.from({ length: 1000 }, (_, place) => `${one.policy.workspace}/many/${place % 100}/file-${place}`)
  await one.put(paths.map((path, place) => ({ path, bytes: Buffer.from(`${place}\n`), mode: 0o644, owner: 'agent' })))
  const counted = textOf((await shell(one, 'find many -type f | wc -l')).stdout).trim()
  const back = await one.get(paths, { files: 1000, bytesPerFile: 10, bytes: 10_000 })
  const same = back.filter((each, place) => each.state === 'file' && textOf(each.bytes) === `${place}\n`).length
  return holdsIf(counted === '1000' && same === 1000, `of 1000 files ${counted} stand in the fork and ${same} came back`)
})
