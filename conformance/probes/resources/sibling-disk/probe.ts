import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const SIZE = 'stat -c %s "$1" 2>/dev/null || echo 0'

export default defineProbe(async ({ fork, shell }) => {
  const [one, other] = [await fork(), await fork()]
  await shell(one, 'dd if=/dev/zero of=full bs=64k count=256 2>/dev/null')
  await shell(other, 'dd if=/dev/zero of=own bs=64k count=64 2>/dev/null')
  const [full, own] = [textOf((await shell(one, SIZE, { args: ['full'] })).stdout).trim(), textOf((await shell(other, SIZE, { args: ['own'] })).stdout).trim()]
  return holdsIf(own === String(64 * 65_536), `one fork wrote ${full} of 16777216 bytes under a limit of 8 MiB; another then wrote ${own} of ${64 * 65_536}`)
})
