# Tries to open what /proc has of every process but this one, the first one included. Nothing but a name is read.
import os
import sys

read, pids = [], [int(name) for name in os.listdir('/proc') if name.isdigit() and int(name) != os.getpid()]
WAYS = {
    'environ': lambda path: open(path, 'rb').close(), 'maps': lambda path: open(path, 'rb').read(1), 'mem': lambda path: open(path, 'rb').close(),
    'fd': os.listdir, 'cwd': os.readlink, 'root': os.listdir, 'exe': os.readlink,
}
for pid in pids[:300]:
    for name, way in WAYS.items():
        try:
            way(f'/proc/{pid}/{name}')
            read.append(f'{name} of {pid}')
        except OSError:
            pass
print(f'{len(pids)} other processes, ' + (f'open to read: {", ".join(read[:10])}' if read else 'none opened anything'))
sys.exit(1 if read else 0)
