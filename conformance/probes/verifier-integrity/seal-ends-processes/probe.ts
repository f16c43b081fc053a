import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

const COUNT = 'n=0; for f in /proc/[0-9]*/comm; do read name < "$f" && test "$name" = "$1" && n=$((n + 1)); done 2>/dev/null; echo $n'

export default defineProbe(async ({ fork, run, shell, seal, nonce }) => {
  const name = nonce(6)
  const one = await fork()
  const left = await run(one, 'stay.py', { args: [name] })
  if (left.exitCode !== 0) return unverified(`no processes could be left behind: ${endOf(left)}`)
  const count = async (where: typeof one): Promise<string> => textOf((await shell(where, COUNT, { args: [name] })).stdout).trim()
  const before = await count(one)
  const after = await count(await fork(await seal(one)))
  return holdsIf(after === '0', `of 3 processes that a command left behind, ${before} outlive it; in a fork of the sealed state there are ${after}`)
})
