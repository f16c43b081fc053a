// The first thing that each of five forks is asked, each made right before.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

const SCRIPT = 'cat file && id -un > /dev/null && touch "$HOME/x" /tmp/$1 ./x && rm /tmp/$1 && test -c /dev/null && test -d /proc/self'

export default defineProbe(async ({ prepare, fork, shell, nonce }) => {
  const start = await prepare([{ path: '/workspace/file', bytes: Buffer.from('here'), mode: 0o644, owner: 'agent' }])
  const ends = []
  for (let number = 0; number < 5; number++) ends.push(await shell(await fork(start), SCRIPT, { args: [nonce()] }))
  const late = ends.filter(({ exitCode }) => exitCode !== 0)
  return holdsIf(late.length === 0, late.length === 0 ? 'five forks had all by their first command' : `${late.length} of five forks lacked something at first: ${endOf(late[0]!)}`)
})
