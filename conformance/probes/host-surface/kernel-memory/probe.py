# Devices are only opened, since to read some has effects; of the files of /proc one byte is read, as an empty stand-in is no memory.
import os
import sys

DEVICES, FILES = ('/dev/mem', '/dev/kmem', '/dev/port'), ('/proc/kcore', '/proc/kpagecount', '/proc/kpageflags', '/proc/kpagecgroup')
NULL = os.makedev(1, 3)
opened = []
for path in (*DEVICES, *FILES):
    try:
        with open(path, 'rb', buffering=0) as handle:
            if os.fstat(handle.fileno()).st_rdev != NULL and (path in DEVICES or handle.read(1)):
                opened.append(path)
    except OSError:
        pass
print(f'open to read: {", ".join(opened)}' if opened else f'none of {len(DEVICES) + len(FILES)} ways to it is open')
sys.exit(1 if opened else 0)
