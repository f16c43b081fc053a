# 14 MiB of files, which are memory, and a child that takes 24 MiB beside them; the limit is 32.
import os
import sys

try:
    with open(f'/dev/shm/{os.getpid()}', 'wb', buffering=0) as handle:
        os.unlink(handle.name)
        written = sum(handle.write(b'x' * (1 << 20)) for _ in range(14)) >> 20
        child = os.fork()
        if child == 0:
            try:
                held = b'x' * (24 << 20)
                os._exit(0)
            finally:
                os._exit(1)
        taken = os.waitpid(child, 0)[1] == 0
except OSError as error:
    print(f'/dev/shm takes no 14 MiB: {error.strerror}')
    sys.exit(0)
print(f'{written} MiB in /dev/shm, and 24 MiB of memory {"could" if taken else "could not"} be taken beside them under a limit of 32')
sys.exit(1 if taken else 0)
