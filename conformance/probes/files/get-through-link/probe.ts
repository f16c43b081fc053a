// To a folder of the fork, to /etc, and a chain of two. In a fork and in its sealed state.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  await shell(one, 'mkdir folder; echo x > folder/file; ln -s folder a; ln -s /etc b; ln -s a c')
  const paths = ['a/file', 'b/passwd', 'c/file'].map((name) => `${one.policy.workspace}/${name}`)
  const bounds = { files: 10, bytesPerFile: 10_000, bytes: 100_000 }
  const found = [...await one.get(paths, bounds), ...await (await seal(one)).read(paths, bounds)].map(({ state }) => state)
  return holdsIf(!found.includes('file') && !found.includes('too-large'), `through three links, before and after the seal: ${found.join(', ')}`)
})
