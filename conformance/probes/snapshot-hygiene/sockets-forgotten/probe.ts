import { defineProbe, endOf, holdsIf, textOf, unsupported, unverified } from 'polygraph/probe'

// The socket's file is part of the state; who listens on it is not.
export default defineProbe(async ({ prepare, fork, shell, seal, nonce }) => {
  const word = nonce(16)
  const one = await fork(await prepare())
  const left = await shell(one, MAKE, { stdin: Buffer.from(word) })
  if (left.exitCode === 77) return unsupported(textOf(left.stdout).trim())
  const own = await shell(one, LOOK)
  if (left.exitCode !== 0 || !textOf(own.stdout).includes(word)) return unverified(`it is not there in its own fork: ${endOf(left)}; ${endOf(own)}`)
  const look = await shell(await fork(await seal(one)), LOOK)
  return holdsIf(!textOf(look.stdout).includes(word), textOf(look.stdout).includes(word) ? 'a fork of the sealed state has it' : 'it was there in its own fork, and is not in one of the sealed state')
})

const MAKE = `exec 3<&0; python3 -I -c "
import socket, sys, time
word, one = sys.stdin.buffer.read(), socket.socket(socket.AF_UNIX)
one.bind(\\"left\\"); one.listen(); one.settimeout(25)
while True: one.accept()[0].sendall(word)
" <&3 > /dev/null 2>&1 & for try in $(seq 200); do test -S left && exit 0; sleep 0.05; done; exit 1`

const LOOK = `python3 -I -c "
import socket, sys
one = socket.socket(socket.AF_UNIX); one.settimeout(5)
try: one.connect(\\"left\\"); print(one.recv(100).decode())
except OSError as error: print(error.strerror)"`
