import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const ids = async (user: 'agent' | 'verifier'): Promise<readonly string[]> => textOf((await shell(one, 'id -u; id -g', { user })).stdout).trim().split('\n')
  const [agent, verifier] = [await ids('agent'), await ids('verifier')]
  return holdsIf(agent[0] !== verifier[0] && agent[1] !== verifier[1], `the agent is ${agent.join(':')}, the verifier ${verifier.join(':')}`)
})
