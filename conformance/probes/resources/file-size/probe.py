# Two MiB, of which one file is full and the other all hole but its last byte; the limit is one. Python ignores SIGXFSZ.
import os
import sys

sizes = {}
for name, place in (('full', 0), ('hole', (2 << 20) - 1)):
    with open(name, 'wb', buffering=0) as handle:
        try:
            handle.seek(place)
            while handle.tell() < 2 << 20:
                handle.write(b'x' * min(1 << 16, (2 << 20) - handle.tell()))
        except OSError:
            pass
    sizes[name] = os.stat(name).st_size
    os.unlink(name)
print(', '.join(f'{name}: {size} bytes' for name, size in sizes.items()) + ' of 2 MiB could be written under a limit of one')
sys.exit(1 if max(sizes.values()) > 1 << 20 else 0)
