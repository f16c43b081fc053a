import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// A clone of a machine's memory has the kernel's random state too, until something tells it that it is one.
export default defineProbe(async ({ fork, exec, seal, shell }) => {
  const draw = ['python3', '-I', '-c', 'import uuid; print(uuid.uuid4()); print(open("/proc/sys/kernel/random/uuid").read().strip())']
  const warmed = await fork()
  await shell(warmed, 'head -c 64 /dev/urandom > /dev/null')
  const sealed = await seal(warmed)
  const forks = [await fork(), await fork(), await fork(sealed), await fork(sealed)]
  const drawn = await Promise.all(forks.map((one) => exec(one, draw)))
  if (drawn.some(({ exitCode, stdout }) => exitCode !== 0 || stdout.length === 0)) return unverified(drawn.map(endOf).join('; '))
  const all = drawn.flatMap(({ stdout }) => textOf(stdout).trim().split('\n'))
  const different = new Set(all)
  return holdsIf(different.size === all.length, `${different.size} different values of ${all.length}, drawn in two forks of the start and two of a sealed state`)
})
