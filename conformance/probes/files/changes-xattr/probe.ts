// An attribute of a new file, and one added to a file that is otherwise as it was. How values are written is the backend's affair.
import { defineProbe, holdsIf, unsupported } from 'polygraph/probe'

const PROGRAM = 'import os\nopen("new","w")\nfor name, value in (("new", b"one"), ("old", b"two")): os.setxattr(name, "user.probe", value)'

export default defineProbe(async ({ prepare, fork, seal, exec }) => {
  const one = await fork(await prepare([{ path: '/workspace/old', bytes: Buffer.from('old'), mode: 0o644, owner: 'agent' }]))
  if ((await exec(one, ['/usr/bin/python3', '-I', '-c', PROGRAM])).exitCode !== 0) return unsupported('no user attribute can be set in its forks')
  const { changes } = await (await seal(one)).changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })
  const found = new Map(changes.map((each) => [each.path.slice('/workspace/'.length), each.xattrs['user.probe'] ?? '']))
  const [fresh = '', old = ''] = [found.get('new'), found.get('old')]
  return holdsIf(fresh !== '' && old !== '' && fresh !== old && found.size === 2, `of a new file: ${fresh || 'nothing'}; of one that was only given it: ${old || 'nothing'}`)
})
