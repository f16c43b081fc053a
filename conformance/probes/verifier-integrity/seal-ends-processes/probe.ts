import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const COUNT = 'n=0; for f in /proc/[0-9]*/comm; do read name < "$f" && test "$name" = "$1" && n=$((n + 1)); done 2>/dev/null; echo $n'

export default defineProbe(async ({ fork, run, shell, seal, nonce }) => {
  const name = nonce(6)
  const one = await fork()
  await run(one, 'stay.py', { args: [name] })
  const count = async (where: typeof one): Promise<string> => textOf((await shell(where, COUNT, { args: [name] })).stdout).trim()
  const before = await count(one)
  if (before !== '3') return unverified(`${before} of 3 processes stayed behind before the seal`)
  const after = await count(await fork(await seal(one)))
  return holdsIf(after === '0', `3 processes stayed behind; in a fork of the sealed state there are ${after}`)
})
