import { forgotten } from 'polygraph/probe'

// The socket's file is part of the state; who listens on it is not.
export default forgotten({
  make: `exec 3<&0; python3 -I -c "
import socket, sys, time
word, one = sys.stdin.buffer.read(), socket.socket(socket.AF_UNIX)
one.bind(\\"left\\"); one.listen(); one.settimeout(25)
while True: one.accept()[0].sendall(word)
" <&3 > /dev/null 2>&1 & for try in $(seq 200); do test -S left && exit 0; sleep 0.05; done; exit 1`,
  look: `python3 -I -c "
import socket, sys
one = socket.socket(socket.AF_UNIX); one.settimeout(5)
try: one.connect(\\"left\\"); print(one.recv(100).decode())
except OSError as error: print(error.strerror)"`,
})
