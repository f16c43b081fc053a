// A file, a folder that isn't empty, and a file that was deleted and put back as it was, which is no change.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, seal, shell }) => {
  const start = await prepare(['file', 'folder/inside', 'back', 'stays'].map((name) => ({ path: `/workspace/${name}`, bytes: Buffer.from('old'), mode: 0o644, owner: 'agent' })))
  const one = await fork(start)
  await shell(one, 'rm file back; rm -r folder; printf old > back')
  const { changes } = await (await seal(one)).changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })
  const found = new Map(changes.map((each) => [each.path.slice('/workspace/'.length), each.change]))
  const good = found.get('file') === 'deleted' && found.get('folder') === 'deleted' && !found.has('stays') && !found.has('back') && [...found.values()].every((change) => change === 'deleted')
  return holdsIf(good, `deleted were a file and a folder; listed: ${[...found].map((pair) => pair.join(' ')).join(', ') || 'nothing'}`)
})
