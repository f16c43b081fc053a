// 255 bytes (NAME_MAX) of one byte each, and of three bytes each, which are 85 characters. One byte more is missing, not an error.
import { defineProbe, holdsIf } from 'polygraph/probe'

const NAMES = ['n'.repeat(255), '漢'.repeat(85)]

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const paths = NAMES.map((name) => `${one.policy.workspace}/${name}`)
  await one.put(paths.map((path) => ({ path, bytes: Buffer.from('x'), mode: 0o644, owner: 'agent' })))
  const inside = (await shell(one, 'test -f "$1" && test -f "$2"', { args: NAMES })).exitCode === 0
  const back = (await one.get([...paths, `${paths[0]}n`], { files: 3, bytesPerFile: 10, bytes: 100 })).map(({ state }) => state)
  return holdsIf(inside && back.join() === 'file,file,missing', `in the fork both are ${inside ? 'there' : 'not there'}; they and one of 256 bytes were read as ${back.join(', ')}`)
})
