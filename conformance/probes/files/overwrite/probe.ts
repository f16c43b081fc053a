// A long one by a short one, which would leave a tail were it written over; a read-only one too, in a folder that is read-only.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const paths = ['long', 'closed/file'].map((name) => `${one.policy.workspace}/${name}`)
  await shell(one, 'mkdir closed; seq 100 > long; echo old > closed/file; chmod 444 closed/file; chmod 555 closed')
  await one.put(paths.map((path) => ({ path, bytes: Buffer.from('new'), mode: 0o640, owner: 'agent' })))
  const said = textOf((await shell(one, 'cat long; stat -c :%a: long; cat closed/file; stat -c :%a closed/file')).stdout).replaceAll('\n', '')
  return holdsIf(said === 'new:640:new:640', `a long file and a read-only one became ${said.slice(0, 100)}`)
})
