import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, seal, nonce }) => {
  const one = await fork()
  await shell(one, 'echo x > act')
  const restored = await fork(await seal(one))
  const word = nonce()
  const path = (user: string): string => `/var/tmp/of-${user}-${word}`
  for (const user of ['agent', 'verifier'] as const) await shell(restored, `umask 077; echo secret > ${path(user)}`, { user })
  const agent = await shell(restored, `id -u; cat ${path('verifier')}`)
  const verifier = await shell(restored, `id -u; cat ${path('agent')}`, { user: 'verifier' })
  for (const user of ['agent', 'verifier'] as const) await shell(restored, `rm -f ${path(user)}`, { user })
  const ids = [agent, verifier].map(({ stdout }) => Buffer.from(stdout).toString().split('\n'))
  return holdsIf(ids[0]![0] !== ids[1]![0] && !ids.flat().includes('secret'), `agent reads the verifier's file: ${endOf(agent)}; verifier the agent's: ${endOf(verifier)}`.replaceAll('\n', ' '))
})
