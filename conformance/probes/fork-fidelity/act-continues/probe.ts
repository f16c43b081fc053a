import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, seal }) => {
  const one = await fork()
  const first = await shell(one, 'echo 1 > grows && echo 1 > goes && mkdir folder && echo 1 > folder/stays && mv folder moved')
  if (first.exitCode !== 0) return unverified(`the first act failed: ${endOf(first)}`)
  const two = await fork(await seal(one))
  const second = await shell(two, 'echo 2 >> grows && rm goes && mv moved/stays moved/renamed && rmdir folder 2> /dev/null; true')
  const three = await fork(await seal(two))
  const look = await shell(three, 'echo $(cat grows) $(ls -A) $(ls -A moved) $(cat moved/renamed)')
  return holdsIf(Buffer.from(look.stdout).toString() === '1 2 grows moved renamed 1\n', `the second act: ${endOf(second)}; found after it: ${endOf(look)}`)
})
