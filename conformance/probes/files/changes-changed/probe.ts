// Files of the same length and the same times as before: only their content tells. One is changed through a second name.
import { createHash } from 'node:crypto'
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, seal, shell }) => {
  const start = await prepare(['a', 'b', 'same'].map((name) => ({ path: `/workspace/${name}`, bytes: Buffer.from('old'), mode: 0o644, owner: 'agent' })))
  const one = await fork(start)
  await shell(one, 'touch -r a time; printf new > a; touch -r time a; ln b other; printf new > other; rm other time')
  const { changes } = await (await seal(one)).changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })
  const said = changes.map((each) => `${each.path} ${each.change} ${each.sha256 === createHash('sha256').update('new').digest('hex') ? 'new' : 'other'}`).join(', ')
  return holdsIf(said === '/workspace/a changed new, /workspace/b changed new', `of three files two were changed; listed: ${said || 'nothing'}`)
})
