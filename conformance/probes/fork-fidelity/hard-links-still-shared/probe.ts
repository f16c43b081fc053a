import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

// A layered file system copies a file up at the first write, and with it, unless told otherwise, one name of several.
export default defineProbe(async ({ fork, shell, seal }) => {
  const one = await fork()
  const made = await shell(one, 'echo 1 > one && ln one two && echo 2 >> one && cat two')
  if (Buffer.from(made.stdout).toString() !== '1\n2\n') return unverified(`no hard links here: ${endOf(made)}`)
  const after = await shell(await fork(await seal(one)), 'echo 3 >> one && cat two')
  return holdsIf(Buffer.from(after.stdout).toString() === '1\n2\n3\n', `after "3" was appended to one name, the other said: ${endOf(after).replaceAll('\n', ' ')}`)
})
