// One that is empty, one that isn't, one that nobody may enter, and the root.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'mkdir empty full closed; echo x > full/file; chmod 0 closed')
  const found = (await one.get([...['empty', 'full', 'closed'].map((name) => `${one.policy.workspace}/${name}`), '/'], { files: 10, bytesPerFile: 1000, bytes: 1000 })).map((each) => each.state === 'not-regular' ? each.type : each.state)
  return holdsIf(found.every((type) => type === 'directory'), `empty, full, closed, root: ${found.join(', ')}`)
})
