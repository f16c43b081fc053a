// A fork of a sealed state: its base is that state, and neither the start nor the environment.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  await shell(one, 'echo x > first; echo x > both')
  const two = await fork(await seal(one))
  await shell(two, 'echo x > second; echo y > both')
  const { changes } = await (await seal(two)).changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })
  const said = changes.map((each) => `${each.path.slice('/workspace/'.length)} ${each.change}`).join(', ')
  return holdsIf(said === 'both changed, second added', `listed after the second seal: ${said || 'nothing'}`)
})
