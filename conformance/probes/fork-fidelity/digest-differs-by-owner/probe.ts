import { defineProbe, holdsIf, textOf, unsupported } from 'polygraph/probe'
import type { User } from 'polygraph/contract'

export default defineProbe(async ({ fork, shell, seal }) => {
  const owned = async (owner: User): Promise<{ digest: string; id: string }> => {
    const one = await fork()
    const path = `${one.policy.workspace}/file`
    await one.put([{ path, bytes: Buffer.from('x'), mode: 0o644, owner }])
    const id = textOf((await shell(one, `stat -c %u ${path}`)).stdout).trim()
    return { id, digest: (await seal(one)).digest }
  }
  const [agent, again, verifier] = [await owned('agent'), await owned('agent'), await owned('verifier')]
  if (agent.id === verifier.id) return unsupported('agent and verifier are one user here')
  return holdsIf(agent.digest === again.digest && agent.digest !== verifier.digest, `files of ${agent.id}, ${again.id} and ${verifier.id}: ${[agent, again, verifier].map(({ digest }) => digest.slice(0, 12)).join(', ')}`)
})
