// A file that becomes a program, a folder that is closed, and the bits beyond the nine.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, seal, shell }) => {
  const start = await prepare(['a', 'folder/b', 'c'].map((name) => ({ path: `/workspace/${name}`, bytes: Buffer.from('old'), mode: 0o644, owner: 'agent' })))
  const one = await fork(start)
  await shell(one, 'chmod 755 a; chmod 1700 folder; chmod 4755 c')
  const { changes } = await (await seal(one)).changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })
  const said = changes.map((each) => `${each.path.slice('/workspace/'.length)} ${each.change} ${each.mode.toString(8)}`).join(', ')
  return holdsIf(said === 'a changed 755, c changed 4755, folder changed 1700', `listed: ${said || 'nothing'}`)
})
