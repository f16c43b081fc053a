// The directory is not empty, and holds one that nobody may enter.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'mkdir -p taken/sub/closed; echo x > taken/sub/file; chmod 000 taken/sub/closed')
  await one.put([{ path: `${one.policy.workspace}/taken`, bytes: Buffer.from('file'), mode: 0o644, owner: 'agent' }])
  const said = textOf((await shell(one, 'stat -c %F taken; cat taken')).stdout)
  return holdsIf(said === 'regular file\nfile', `where a directory stood is now a ${said.replaceAll('\n', ', with the text ')}`)
})
