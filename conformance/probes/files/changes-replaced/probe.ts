// A file by a directory, a directory by a link, a file by a FIFO.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, seal, shell }) => {
  const start = await prepare(['a', 'b/inside', 'c'].map((name) => ({ path: `/workspace/${name}`, bytes: Buffer.from('old'), mode: 0o644, owner: 'agent' })))
  const one = await fork(start)
  await shell(one, 'rm -r a b c; mkdir a; echo x > a/new; ln -s a b; mkfifo c')
  const { changes } = await (await seal(one)).changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })
  const found = new Map(changes.map((each) => [each.path.slice('/workspace/'.length), `${each.change} ${each.type}`]))
  const said = ['a', 'a/new', 'b', 'c'].map((name) => `${name} ${found.get(name) ?? 'nothing'}`).join(', ')
  return holdsIf(said === 'a replaced directory, a/new added file, b replaced link, c replaced fifo', `listed: ${said}`)
})
