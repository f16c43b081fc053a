import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

const CHANGE = 'chmod 600 file && touch -d @1 file && mv moves moved && python3 -I -c "import os; os.setxattr(\'file\', \'user.mark\', b\'x\')" 2> /dev/null; stat -c "%a %Y" file; ls'

export default defineProbe(async ({ prepare, fork, shell }) => {
  const start = await prepare(['file', 'moves'].map((name) => ({ path: `/workspace/${name}`, bytes: Buffer.from('x'), mode: 0o644, owner: 'agent' as const })))
  const look = 'stat -c "%a %Y" file; ls; python3 -I -c "import os; print(os.listxattr(\'file\'))"'
  const [one, two] = [await fork(start), await fork(start)]
  const before = endOf(await shell(two, look)).replaceAll('\n', ' ')
  const changed = endOf(await shell(one, CHANGE)).replaceAll('\n', ' ')
  const after = endOf(await shell(two, look)).replaceAll('\n', ' ')
  return holdsIf(before === after && !changed.includes('moves'), `one fork changed to "${changed}"; the other was "${before}" and is "${after}"`)
})
