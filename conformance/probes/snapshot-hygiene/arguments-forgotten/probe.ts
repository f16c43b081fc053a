import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// The word comes as input and lies in memory, where nothing is looked for, so that no search finds itself. -D skip: no FIFO is opened.
const LOOK = `word=$(mktemp -p /dev/shm) && cat > "$word"
timeout 8 grep -rlsaF -D skip -f "$word" . "$HOME" /tmp /var/tmp /var/log /etc /run; test $? -ne 124 || { rm "$word"; echo "too much to look through in 8 s"; exit; }
cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2> /dev/null | grep -qaF -f "$word" && echo /proc
rm "$word"; echo done`

export default defineProbe(async ({ fork, shell, exec, seal, nonce }) => {
  const word = nonce(16)
  const one = await fork()
  const given = await exec(one, ['/bin/echo', word])
  if (!textOf(given.stdout).includes(word)) return unverified(`the command did not get it: ${endOf(given)}`)
  const look = await shell(await fork(await seal(one)), LOOK, { stdin: Buffer.from(word) })
  const found = textOf(look.stdout).trim().split('\n')
  if (found.pop() !== 'done') return unverified(`it could not be looked for: ${endOf(look)}`)
  return holdsIf(found.length === 0, found.length === 0 ? 'in no file and no process of a fork of the sealed state' : `found in ${found.join(' ')}`)
})
