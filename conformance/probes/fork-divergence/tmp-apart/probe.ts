import { defineProbe, holdsIf, unverified } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, nonce }) => {
  const path = `/tmp/${nonce()}`
  const [one, two] = [await fork(), await fork()]
  const { exitCode } = await shell(one, `echo x > ${path}`)
  if (exitCode !== 0) return unverified('/tmp can not be written')
  const seen = await shell(two, `test -e ${path}`)
  await shell(one, `rm ${path}`)
  return holdsIf(seen.exitCode === 1, seen.exitCode === 1 ? 'a sibling saw nothing of it' : `a sibling saw ${path}`)
})
