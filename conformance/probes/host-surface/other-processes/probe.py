# Tries to open what /proc has of every process but this one, the first one included. Nothing but a name is read.
# A list of descriptors that is empty shows none: where the host's root asks for one id, it can open that of the first process.
import os
import sys

read, pids = [], [int(name) for name in os.listdir('/proc') if name.isdigit() and int(name) != os.getpid()]
WAYS = {
    'environ': lambda path: open(path, 'rb').close(), 'maps': lambda path: open(path, 'rb').read(1), 'mem': lambda path: open(path, 'rb').close(),
    'fd': lambda path: next(os.scandir(path)), 'cwd': os.readlink, 'root': os.listdir, 'exe': os.readlink,
}
for pid in pids[:300]:
    for name, way in WAYS.items():
        try:
            way(f'/proc/{pid}/{name}')
            read.append(f'{name} of {pid}')
        except (OSError, StopIteration):
            pass
print(f'{len(pids)} other processes, ' + (f'open to read: {", ".join(read[:10])}' if read else 'none opened anything'))
sys.exit(1 if read else 0)
