// Three folders that are not there; the agent must be able to write in them.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await one.put([{ path: `${one.policy.workspace}/a/b/c/file`, bytes: Buffer.from('x'), mode: 0o600, owner: 'agent' }])
  const said = textOf((await shell(one, 'cat a/b/c/file; echo; stat -c %a a a/b a/b/c | tr "\\n" " "; touch a/1 a/b/2 a/b/c/3 && echo writable')).stdout).trim().split('\n')
  return holdsIf(said.join('/') === 'x/755 755 755 writable', `content, modes and use of three folders: ${said.join(', ')}`)
})
