import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ start, fork, shell, seal }) => {
  const template = await start()
  const one = await fork(template)
  await shell(one, 'echo x > file')
  const sealed = await seal(one)
  const two = await fork(sealed)
  await shell(two, 'echo y > file')
  const again = await seal(two)
  const told = `start ${template.digest.slice(0, 12)}; sealed ${sealed.digest.slice(0, 12)} on ${String(sealed.base?.slice(0, 12))}; sealed again ${again.digest.slice(0, 12)} on ${String(again.base?.slice(0, 12))}`
  return holdsIf(sealed.base === template.digest && again.base === sealed.digest, told)
})
