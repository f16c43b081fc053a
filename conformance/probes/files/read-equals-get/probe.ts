// A binary file, an empty one, odd modes and types, and something that isn't there: each answer must be the same.
import { defineProbe, holdsIf } from 'polygraph/probe'

const PROGRAM = 'import os\nopen("binary","wb").write(bytes(range(256)))\nopen("empty","w")\nos.chmod("empty",0o4711)\nos.link("binary","other")\nos.mkdir("folder")\nos.symlink("binary","link")\nos.mkfifo("fifo")\nopen("large","wb").truncate(70000)\nopen(b"\\xff","w")'
const NAMES = ['binary', 'empty', 'other', 'folder', 'link', 'fifo', 'large', '\udcff', 'none', 'link/x']

export default defineProbe(async ({ fork, seal, exec }) => {
  const one = await fork()
  await exec(one, ['/usr/bin/python3', '-I', '-c', PROGRAM])
  const paths = NAMES.map((name) => `${one.policy.workspace}/${name}`)
  const bounds = { files: 100, bytesPerFile: 65536, bytes: 1 << 20 }
  const plain = (each: Awaited<ReturnType<typeof one.get>>) => each.map((found) => JSON.stringify(found.state === 'file' ? { ...found, bytes: Buffer.from(found.bytes).toString('hex') } : found))
  const before = plain(await one.get(paths, bounds))
  const after = plain(await (await seal(one)).read(paths, bounds))
  const different = NAMES.filter((_, place) => before[place] !== after[place])
  return holdsIf(different.length === 0, different.length === 0 ? `${NAMES.length} answers were the same before and after the seal` : `read otherwise after the seal: ${different.join(' ')}`)
})
