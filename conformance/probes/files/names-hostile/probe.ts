// Names that split, glob, expand, look like options or move a terminal's cursor. Both sides must mean the same file.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const NAMES = [' ', 'a b', ' lead', 'trail ', 'two\nlines', 'tab\t', '*', '?', '-rf', '--help', '~', '$HOME', '$(id)', '`id`', ';ls', '\'"', '\\', '\\n', '\u001b[2K', '#x', '...', 'größe', '漢字🦆', 'e\u0301', '\u00e9']

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const paths = NAMES.map((name) => `${one.policy.workspace}/names/${name}`)
  await one.put(paths.map((path, place) => ({ path, bytes: Buffer.from(`${place}`), mode: 0o644, owner: 'agent' })))
  const listed = textOf((await exec(one, ['/usr/bin/python3', '-I', '-c', 'import os;print("\\n".join(os.fsencode(n).hex() for n in os.listdir("names")))'])).stdout).trim().split('\n').toSorted()
  const back = await one.get(paths, { files: 100, bytesPerFile: 10, bytes: 1000 })
  const [arrived, came] = [listed.join() === NAMES.map((name) => Buffer.from(name).toString('hex')).toSorted().join(), back.filter((each, place) => each.state === 'file' && textOf(each.bytes) === `${place}`).length]
  return holdsIf(arrived && came === NAMES.length, `the fork lists ${arrived ? 'the same' : 'other'} names; ${came} of ${NAMES.length} files came back`)
})
