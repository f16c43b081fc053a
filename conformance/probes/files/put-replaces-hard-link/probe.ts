// Whoever writes into what stands there changes it under both names.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'echo old > one; ln one other')
  await one.put([{ path: `${one.policy.workspace}/one`, bytes: Buffer.from('new\n'), mode: 0o644, owner: 'agent' }])
  const said = textOf((await shell(one, 'cat one other')).stdout)
  return holdsIf(said === 'new\nold\n', `the names hold ${said.trim().replaceAll('\n', ' and ')}`)
})
