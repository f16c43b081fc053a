// To a file of the fork, to one of the system, to nothing, to itself, and to /proc, whose links lead where no path does.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'echo x > file; ln -s file a; ln -s /etc/passwd b; ln -s none c; ln -s d d; ln -s /proc/self/exe e')
  const found = (await one.get(['a', 'b', 'c', 'd', 'e'].map((name) => `${one.policy.workspace}/${name}`), { files: 10, bytesPerFile: 1000, bytes: 10_000 })).map((each) => each.state === 'not-regular' ? each.type : each.state)
  return holdsIf(found.every((type) => type === 'link'), `to a file, to /etc/passwd, to nothing, to itself, to /proc/self/exe: ${found.join(', ')}`)
})
