// A link to a file, one that dangles, and one to a directory.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'echo old > target; mkdir folder; ln -s target a; ln -s none b; ln -s folder c')
  await one.put(['a', 'b', 'c'].map((name) => ({ path: `${one.policy.workspace}/${name}`, bytes: Buffer.from('new'), mode: 0o644, owner: 'agent' as const })))
  const said = textOf((await shell(one, 'for f in a b c; do test -L $f && echo $f is a link; test -f $f || echo $f is no file; done; cat target; test -e none && echo none was made; ls folder')).stdout).trim()
  return holdsIf(said === 'old', said === 'old' ? 'three links became files and nothing that they led to changed' : `afterwards: ${said.replaceAll('\n', ', ')}`)
})
