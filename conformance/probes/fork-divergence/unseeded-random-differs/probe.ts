import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// They are seeded at the start of the interpreter, which may be one that was started before the fork.
export default defineProbe(async ({ fork, exec, seal, shell }) => {
  const draw = ['python3', '-I', '-c', 'import random, secrets, tempfile; print(random.random()); print(secrets.token_hex()); print(tempfile.mktemp())']
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
