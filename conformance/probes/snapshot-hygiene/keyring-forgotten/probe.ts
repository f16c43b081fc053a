import { forgotten } from 'polygraph/probe'

// -4 is the keyring of the user, 10 KEYCTL_SEARCH, 11 KEYCTL_READ and 15 KEYCTL_SET_TIMEOUT; libc has no wrappers for them.
export default forgotten({
  make: `python3 -I -c "
import ctypes, os, sys
(add, keyctl), call = (248, 250) if os.uname().machine == \\"x86_64\\" else (217, 219), ctypes.CDLL(None).syscall
word = sys.stdin.buffer.read()
key = call(add, b\\"user\\", b\\"left-behind\\", word, len(word), -4)
if key < 0: print(\\"no key can be added here, so none is left\\"); sys.exit(77)
call(keyctl, 15, key, 20)"`,
  look: `python3 -I -c "
import ctypes, os
keyctl, call, held = 250 if os.uname().machine == \\"x86_64\\" else 219, ctypes.CDLL(None).syscall, ctypes.create_string_buffer(100)
call(keyctl, 11, call(keyctl, 10, -4, b\\"user\\", b\\"left-behind\\", 0), held, 100); print(held.value.decode())"`,
})
