// An empty file is not the same as none.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const path = `${one.policy.workspace}/empty`
  await one.put([{ path, bytes: new Uint8Array(), mode: 0o644, owner: 'agent' }])
  const inside = (await shell(one, 'test -f empty && ! test -s empty')).exitCode === 0
  const [back] = await one.get([path], { files: 1, bytesPerFile: 10, bytes: 10 })
  return holdsIf(inside && back?.state === 'file' && back.bytes.length === 0, `in the fork it ${inside ? 'is there and empty' : 'is not there or not empty'}; it is read as ${back?.state}`)
})
