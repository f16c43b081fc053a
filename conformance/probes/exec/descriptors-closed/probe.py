# The list itself is read through one descriptor more, which is closed again when the others are looked at.
import os, sys
def target(fd):
    try:
        return os.readlink(f'/proc/self/fd/{fd}')
    except OSError:
        return None
found = {fd: target(fd) for fd in os.listdir('/proc/self/fd')}
extra = {fd: to for fd, to in found.items() if to is not None and int(fd) > 2}
missing = [fd for fd in '012' if not found.get(fd)]
print(f'beside the standard streams: {extra or "none"}; of them missing: {missing or "none"}')
sys.exit(bool(extra or missing))
