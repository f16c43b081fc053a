// A new link to nothing with an odd target, and one of a sealed state that leads elsewhere in a fork of it.
import { defineProbe, holdsIf } from 'polygraph/probe'

const BOUNDS = { files: 100, bytesPerFile: 1000, bytes: 10_000 }

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  await shell(one, 'ln -s /etc/passwd a; ln -s "$1" b', { args: ['no where\n$HOME'] })
  const first = await seal(one)
  const two = await fork(first)
  await shell(two, 'ln -sfn /etc/group a')
  const second = await seal(two)
  const targets = (await Promise.all([first, second].map(async (state) => (await state.changes(BOUNDS)).changes.map(({ path, type, target }) => `${path.slice(-1)} ${type} ${JSON.stringify(target)}`).join(', ')))).join('; then ')
  return holdsIf(targets === 'a link "/etc/passwd", b link "no where\\n$HOME"; then a link "/etc/group"', `listed: ${targets}`)
})
