// Asks the kernel who each is, by user and group.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const [agent, verifier] = await Promise.all((['agent', 'verifier'] as const).map(async (user) => textOf((await shell(one, 'echo $(id -u) $(id -g)', { user })).stdout).trim().split(' ')))
  const good = agent![0] !== verifier![0] && agent![1] !== verifier![1] && !verifier!.includes('0')
  return holdsIf(good, `agent is ${agent!.join(':')}, verifier is ${verifier!.join(':')}`)
})
