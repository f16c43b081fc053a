# usage: PID. Names what of that process can be opened.
import os
import sys

WAYS = {'environ': open, 'maps': open, 'mem': open, 'stdin': open, 'descriptors': os.listdir, 'folder': os.readlink, 'root': os.listdir, 'program': os.readlink, 'stack': open, 'io': open}
FILES = {'stdin': 'fd/0', 'descriptors': 'fd', 'folder': 'cwd', 'program': 'exe'}
seen = []
for name, way in WAYS.items():
    try:
        made = way(f'/proc/{sys.argv[1]}/{FILES.get(name, name)}')
        # Some files are opened by everybody and refuse to be read.
        if way is open and name != 'mem':
            made.read(1)
        seen.append(name)
    except OSError:
        pass
print(', '.join(seen))
