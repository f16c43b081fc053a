import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const names = async (user: 'agent' | 'verifier'): Promise<readonly string[]> =>
    textOf((await shell(one, 'id -un; id -gn; awk -F: -v u="$(id -u)" \'$3 == u { print $6 }\' /etc/passwd', { user })).stdout).trim().split('\n')
  const [agent, verifier] = [await names('agent'), await names('verifier')]
  const named = [agent, verifier].every(([name, group, home]) => name !== undefined && !/^\d/.test(name) && name === group && home !== undefined)
  return holdsIf(named && agent[0] !== verifier[0], `agent: ${agent.join(' ')}; verifier: ${verifier.join(' ')}`)
})
