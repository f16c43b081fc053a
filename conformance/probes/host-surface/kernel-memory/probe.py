# Opens each way to it and reads one byte at the most; an empty stand-in is no memory.
import os
import sys

PLACES = ('/proc/kcore', '/dev/mem', '/dev/kmem', '/dev/port', '/proc/kpagecount', '/proc/kpageflags', '/proc/kpagecgroup')
read = []
for path in PLACES:
    try:
        with open(path, 'rb', buffering=0) as handle:
            if handle.read(1):
                read.append(path)
    except OSError:
        pass
print(f'read: {", ".join(read)}' if read else f'none of {len(PLACES)} ways to it gave a byte')
sys.exit(1 if read else 0)
