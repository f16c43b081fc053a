import { defineProbe, endOf, holdsIf, textOf, unsupported } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, seal }) => {
  const one = await fork()
  const path = (user: string): string => `/var/tmp/of-${user}`
  await one.put((['agent', 'verifier'] as const).map((owner) => ({ path: path(owner), bytes: Buffer.from('secret'), mode: 0o600, owner })))
  const look = `stat -c "%n %u %a" ${path('agent')} ${path('verifier')}; cat ${path('verifier')}`
  const before = textOf((await shell(one, look)).stdout)
  if (before.includes('secret')) return unsupported('agent and verifier are one user here')
  const after = await shell(await fork(await seal(one)), look)
  return holdsIf(textOf(after.stdout) === before, `before: ${before.trim()}; after: ${endOf(after)}`.replaceAll('\n', ', '))
})
