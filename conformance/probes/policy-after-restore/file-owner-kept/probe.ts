import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

// Where both are one user the modes are all that there is to keep.
export default defineProbe(async ({ fork, shell, seal, nonce }) => {
  const one = await fork()
  const word = nonce()
  const path = (user: string): string => `/var/tmp/of-${user}-${word}`
  await one.put((['agent', 'verifier'] as const).map((owner) => ({ path: path(owner), bytes: Buffer.from('secret'), mode: 0o600, owner })))
  const look = `stat -c "%n %u %a" ${path('agent')} ${path('verifier')}; cat ${path('verifier')}`
  const before = textOf((await shell(one, look)).stdout)
  const restored = await fork(await seal(one))
  const after = await shell(restored, look)
  for (const user of ['agent', 'verifier'] as const) await shell(restored, `rm -f ${path(user)}`, { user })
  return holdsIf(textOf(after.stdout) === before, `before: ${before.trim()}; after: ${endOf(after)}`.replaceAll('\n', ', '))
})
