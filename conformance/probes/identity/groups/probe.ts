import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const groups = async (user: 'agent' | 'verifier'): Promise<string> => textOf((await shell(one, 'id -G', { user })).stdout).trim()
  const [agent, verifier] = [await groups('agent'), await groups('verifier')]
  return holdsIf(/^\d+$/.test(agent) && /^\d+$/.test(verifier) && agent !== verifier, `the agent is in ${agent}, the verifier in ${verifier}`)
})
