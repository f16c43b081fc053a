# Four children take 32 MiB each and hold them, one after the other; the limit is 64. Whom the kernel ends is no matter.
import os
import signal
import sys

children = []
for _ in range(4):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            held = b'x' * (32 << 20)
            os.write(writing, b'.')
            signal.pause()
        finally:
            os._exit(0)
    os.close(writing)
    os.read(reading, 1)
    children.append(child)
alive = 0
for child in children:
    if os.waitpid(child, os.WNOHANG) == (0, 0):
        alive += 1
        os.kill(child, signal.SIGKILL)
print(f'{alive} of 4 processes hold 32 MiB each under a limit of 64')
sys.exit(1 if alive == 4 else 0)
