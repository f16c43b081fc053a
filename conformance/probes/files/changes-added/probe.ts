// A file in a new folder, an empty one, and one with a name that is no UTF-8.
import { createHash } from 'node:crypto'
import { defineProbe, holdsIf } from 'polygraph/probe'

const SCRIPT = 'mkdir new; printf content > new/file; chmod 640 new/file; : > empty; : > "$(printf "\\377")"'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  await shell(one, SCRIPT)
  const { changes, complete } = await (await seal(one)).changes({ files: 100, bytesPerFile: 1000, bytes: 10_000 })
  const found = new Map(changes.map((each) => [each.path.slice('/workspace/'.length), `${each.change} ${each.type} ${each.mode.toString(8)} ${each.size} ${each.sha256}`]))
  const expected = [['new', 'added directory 755 0 null'], ['new/file', `added file 640 7 ${sha256('content')}`], ['empty', `added file 644 0 ${sha256('')}`], ['\udcff', `added file 644 0 ${sha256('')}`]]
  const wrong = expected.filter(([name, facts]) => found.get(name!) !== facts)
  const good = wrong.length === 0 && found.size === expected.length && complete
  return holdsIf(good, good ? 'a folder and three files are listed with all that they are, and nothing else' : `listed otherwise: ${wrong.map(([name]) => `${JSON.stringify(name)} as ${found.get(name!) ?? 'nothing'}`).join('; ')}; ${found.size} entries in all`)
})
