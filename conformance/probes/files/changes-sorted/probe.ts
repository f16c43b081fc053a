// Upper and lower case, signs around the slash, and two characters whose order differs between UTF-8 and UTF-16.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  await shell(one, 'mkdir a; touch B b a/z a-z a.z a0 é Z \uff61 🦆 "$(printf "\\200")"')
  const paths = (await (await seal(one)).changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })).changes.map(({ path }) => path)
  // A lone surrogate stands for a byte, which compares as it is.
  const bytes = (path: string): Buffer => Buffer.concat([...path].map((each) => /[\udc80-\udcff]/.test(each) && each.length === 1 ? Buffer.from([each.charCodeAt(0) - 0xdc00]) : Buffer.from(each)))
  const sorted = paths.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)))
  const good = paths.length === 12 && paths.every((path, place) => path === sorted[place])
  return holdsIf(good, `${paths.length} of 12 paths are listed, ${good ? 'in bytewise order' : `as ${paths.map((path) => JSON.stringify(path.slice('/workspace/'.length))).join(' ')}`}`)
})
