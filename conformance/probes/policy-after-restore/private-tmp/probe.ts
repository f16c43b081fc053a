import { defineProbe, holdsIf, unverified } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, seal, nonce }) => {
  const first = await fork()
  await shell(first, 'echo x > act')
  const sealed = await seal(first)
  const [one, two] = [await fork(sealed), await fork(sealed)]
  const path = `/tmp/${nonce()}`
  if ((await shell(one, `echo x > ${path}`)).exitCode !== 0) return unverified('/tmp can not be written')
  const { exitCode } = await shell(two, `test -e ${path}`)
  await shell(one, `rm ${path}`)
  return holdsIf(exitCode === 1, exitCode === 1 ? 'a sibling saw nothing of it' : `a sibling saw ${path}`)
})
