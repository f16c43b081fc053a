import { defineProbe, endOf, holdsIf, textOf, unsupported, unverified } from 'polygraph/probe'

// -4 is the keyring of the user, 10 KEYCTL_SEARCH, 11 KEYCTL_READ and 15 KEYCTL_SET_TIMEOUT; libc has no wrappers for them.
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

const MAKE = `python3 -I -c "
import ctypes, os, sys
(add, keyctl), call = (248, 250) if os.uname().machine == \\"x86_64\\" else (217, 219), ctypes.CDLL(None).syscall
word = sys.stdin.buffer.read()
key = call(add, b\\"user\\", b\\"left-behind\\", word, len(word), -4)
if key < 0: print(\\"no key can be added here, so none is left\\"); sys.exit(77)
call(keyctl, 15, key, 20)"`

const LOOK = `python3 -I -c "
import ctypes, os
keyctl, call, held = 250 if os.uname().machine == \\"x86_64\\" else 219, ctypes.CDLL(None).syscall, ctypes.create_string_buffer(100)
call(keyctl, 11, call(keyctl, 10, -4, b\\"user\\", b\\"left-behind\\", 0), held, 100); print(held.value.decode())"`
