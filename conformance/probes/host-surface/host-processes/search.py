# The word comes on standard input: as an argument it would be found in this very process.
import os
import sys

word, found, pids = sys.stdin.buffer.read(), set(), list(filter(str.isdigit, os.listdir('/proc')))
for pid in pids:
    for name in ('cmdline', 'environ'):
        try:
            with open(f'/proc/{pid}/{name}', 'rb') as handle:
                if word in handle.read(1 << 16):
                    found.add(pid)
        except OSError:
            pass
print(f'{len(found)} of it' if not found else f'{len(found)} of {len(pids)}')
