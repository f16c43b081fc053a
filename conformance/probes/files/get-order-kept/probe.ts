// Not in order of name, with one that is asked twice and one that is missing.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const NAMES = ['c', 'a', 'none', 'b', 'a']

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  await shell(one, 'for f in a b c; do printf $f > $f; done')
  const paths = NAMES.map((name) => `${one.policy.workspace}/${name}`)
  const bounds = { files: 10, bytesPerFile: 10, bytes: 100 }
  const answers = [await one.get(paths, bounds), await (await seal(one)).read(paths, bounds)]
  const said = answers.map((each) => each.map((found) => `${found.path.split('/').at(-1)}:${found.state === 'file' ? textOf(found.bytes) : '-'}`).join(' '))
  return holdsIf(said.every((text) => text === 'c:c a:a none:- b:b a:a'), `asked ${NAMES.join(' ')}; of the fork came ${said[0]}, of the sealed state ${said[1]}`)
})
