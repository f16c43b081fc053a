// Nineteen folders of 200 bytes: 3.9 kB of path, below PATH_MAX with what a backend may put before it.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const path = `${one.policy.workspace}/${Array.from({ length: 19 }, (_, place) => `${place}-`.padEnd(200, 'd')).join('/')}/file`
  await one.put([{ path, bytes: Buffer.from('deep'), mode: 0o644, owner: 'agent' }])
  const inside = textOf((await exec(one, ['/bin/cat', path])).stdout)
  const [back] = await one.get([path], { files: 1, bytesPerFile: 10, bytes: 10 })
  return holdsIf(inside === 'deep' && back?.state === 'file' && textOf(back.bytes) === 'deep', `by a path of ${Buffer.byteLength(path)} bytes it is ${inside === 'deep' ? 'there' : 'not there'} in the fork, and read as ${back?.state}`)
})
