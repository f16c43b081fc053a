// Whether the call refuses or puts a directory in the link's place is left open; what the link led to must be as it was.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const folder = `${one.policy.home}/target`
  await shell(one, 'mkdir "$1"; ln -s "$1" link; mkdir deep; ln -s "$1" deep/link', { args: [folder] })
  const ends = []
  for (const name of ['link/file', 'deep/link/sub/file']) {
    ends.push(await one.put([{ path: `${one.policy.workspace}/${name}`, bytes: Buffer.from('new'), mode: 0o644, owner: 'agent' }]).then(() => 'laid without it', () => 'refused'))
  }
  const found = textOf((await shell(one, 'ls "$1"', { args: [folder] })).stdout).trim()
  return holdsIf(found === '', found === '' ? `beyond a link in two paths nothing was laid (${ends.join(', ')})` : `laid beyond a link: ${found.replaceAll('\n', ' ')}`)
})
