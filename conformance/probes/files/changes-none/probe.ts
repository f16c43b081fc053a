// One fork is only read, the other one touches times and writes a file again as it was: neither is a change.
import { defineProbe, holdsIf } from 'polygraph/probe'

const BOUNDS = { files: 100, bytesPerFile: 1000, bytes: 10_000 }

export default defineProbe(async ({ prepare, fork, seal, shell }) => {
  const start = await prepare([{ path: '/workspace/file', bytes: Buffer.from('same\n'), mode: 0o644, owner: 'agent' }])
  const said: string[] = []
  for (const script of ['cat file; ls -R . > /dev/null', 'touch file .; echo same > file; chmod 600 file; chmod 644 file; echo x > gone; rm gone']) {
    const one = await fork(start)
    await shell(one, script)
    const { changes, complete } = await (await seal(one)).changes(BOUNDS)
    said.push(`${changes.length === 0 ? 'none' : changes.map(({ path }) => path).join(' ')}${complete ? '' : ', not complete'}`)
  }
  return holdsIf(said.every((text) => text === 'none'), `changes after reading: ${said[0]}; after writing the same again: ${said[1]}`)
})
