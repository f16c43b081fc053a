import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// The word comes to grep as its input, so that looking for it leaves no trace of it. No FIFO or device is opened (-D skip).
const LOOK = 'cat > /dev/shm/word; { grep -rlsaF -D skip -f /dev/shm/word . "$HOME" /tmp /var /etc /run; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2> /dev/null | grep -qaF -f /dev/shm/word && echo /proc; } | sort; rm /dev/shm/word; echo done'

export default defineProbe(async ({ fork, shell, exec, seal, nonce }) => {
  const word = nonce(16)
  const one = await fork()
  const given = await exec(one, ['/bin/cat'], { stdin: Buffer.from(word) })
  if (!textOf(given.stdout).includes(word)) return unverified(`the command did not get it: ${endOf(given)}`)
  const look = await shell(await fork(await seal(one)), LOOK, { stdin: Buffer.from(word) })
  const found = textOf(look.stdout).trim().split('\n')
  if (found.pop() !== 'done') return unverified(`it could not be looked for: ${endOf(look)}`)
  return holdsIf(found.length === 0, found.length === 0 ? 'in no file and no process of a fork of the sealed state' : `found in ${found.join(' ')}`)
})
