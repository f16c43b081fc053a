# Opens for writing every file of /proc that is of no process, and writes nothing. Not those of pressure, which are no settings:
# what is written there is what the writer wants to be told.
import os
import stat
import sys

opened, count = [], 0
for top in sorted(os.listdir('/proc')):
    if top.isdigit() or top in ('self', 'thread-self', 'pressure', 'net', 'mounts'):
        continue
    for folder, _, names in os.walk(f'/proc/{top}') if os.path.isdir(f'/proc/{top}') else [('/proc', [], [top])]:
        for path in (f'{folder}/{name}' for name in names):
            count += 1
            try:
                handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                continue
            # A device that stands in its place swallows what is written.
            if stat.S_ISREG(os.fstat(handle).st_mode):
                opened.append(path)
            os.close(handle)
print(f'{len(opened)} of {count} files can be written' + (f', such as {", ".join(opened[:5])}' if opened else ''))
sys.exit(1 if opened else 0)
