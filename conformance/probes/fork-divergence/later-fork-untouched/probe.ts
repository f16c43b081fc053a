import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, shell, seal }) => {
  const one = await fork(await prepare())
  await shell(one, 'mkdir folder && echo 1 > folder/file')
  const sealed = await seal(one)
  const look = 'find folder -type f | sort && cat folder/*'
  const [first, running] = [await fork(sealed), await fork(sealed)]
  const before = endOf(await shell(first, look))
  await shell(first, 'echo 2 > folder/file && echo 3 > folder/more')
  await seal(first)
  const seen = [endOf(await shell(running, look)), endOf(await shell(await fork(sealed), look))]
  return holdsIf(seen.every((text) => text === before), `first: ${before}; then: ${seen.join('; ')}`.replaceAll('\n', ' '))
})
