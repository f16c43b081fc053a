# Names each way in which a process shows the word, which comes on standard input.
import os
import sys

word, found = sys.stdin.buffer.read(), set()
for pid in filter(str.isdigit, os.listdir('/proc')):
    if int(pid) == os.getpid():
        continue
    for name in ('cmdline', 'environ', 'fd/0'):
        try:
            with open(f'/proc/{pid}/{name}', 'rb') as handle:
                handle.seek(0)
                if word in handle.read(1 << 16):
                    found.add(name)
        except OSError:
            pass
    for name in ('cwd', 'fd/3'):
        try:
            if word in os.fsencode(os.readlink(f'/proc/{pid}/{name}')):
                found.add(name)
        except OSError:
            pass
print(', '.join(sorted(found)))
