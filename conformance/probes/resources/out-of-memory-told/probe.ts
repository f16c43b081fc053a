import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, exec, shell }) => {
  const one = await fork()
  const hog = await exec(one, ['/usr/bin/python3', '-I', '-c', 'held = b"x" * (128 << 20)'])
  const after = textOf((await shell(one, 'echo served')).stdout).trim()
  return holdsIf(hog.outOfMemory && after === 'served', `a command that took 128 MiB under a limit of 64: ${endOf(hog).split('\n').at(-1)}; the next one ${after === 'served' ? 'was served' : 'was not'}`)
})
