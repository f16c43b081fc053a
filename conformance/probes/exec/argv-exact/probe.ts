// Empty, blank, quoted, split, globbed, expanded, dashed and many-byte arguments, given back in hex.
import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

const ARGUMENTS = ['', ' ', ' a  b ', `it's`, '"q"', 'a\nb\n', '\t', '*', '/*', '~', '$HOME', '$(id)', '`id`', ';', '&&', '| cat', '> f', '\\', '\\n', '%s', '!x', '-n', '--', '--help', 'größe', '漢字 🦆', 'é']

export default defineProbe(async ({ fork, exec }) => {
  const execution = await exec(await fork(), ['/usr/bin/python3', '-I', '-c', 'import os,sys;print("\\n".join(os.fsencode(a).hex() for a in sys.argv[1:]))', ...ARGUMENTS])
  const came = textOf(execution.stdout).split('\n').slice(0, -1)
  const wrong = ARGUMENTS.filter((argument, place) => came[place] !== Buffer.from(argument).toString('hex'))
  const good = wrong.length === 0 && came.length === ARGUMENTS.length
  return holdsIf(good, good ? `${ARGUMENTS.length} arguments arrived as they were` : `${wrong.length} of ${ARGUMENTS.length} arguments came otherwise; ${endOf(execution)}`)
})
