// What an agent hands in must not depend on the mode that it gives it. One lies in a folder that nobody may enter.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'mkdir closed; echo secret > file; echo secret > closed/file; chmod 0 file closed/file closed')
  const found = (await one.get(['file', 'closed/file'].map((name) => `${one.policy.workspace}/${name}`), { files: 10, bytesPerFile: 1000, bytes: 10_000 })).map((each) => each.state === 'file' ? `${textOf(each.bytes).trim()} ${each.mode.toString(8)}` : each.state)
  return holdsIf(found.every((text) => text === 'secret 0'), `with mode 0, and in a folder with mode 0: ${found.join(', ')}`)
})
