// By name, below a file, below a folder that is not there, and by a name with odd characters.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'echo x > file')
  const states = (await one.get(['none', 'file/below', 'none/below', '\n*'].map((name) => `${one.policy.workspace}/${name}`), { files: 10, bytesPerFile: 10, bytes: 100 })).map(({ state }) => state)
  return holdsIf(states.every((state) => state === 'missing'), `not there, below a file, below nothing, with an odd name: ${states.join(', ')}`)
})
