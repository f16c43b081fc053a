"""Reads what it may of every process of the fork as soon as it appears: memory, in which it looks for a word, and command line.

Ends when a file `stop` appears. Prints the command lines seen, and those of the processes in which the word was.
"""
import json
import os
import sys

word = sys.argv[1].encode()
own = {os.getpid(), os.getppid()}
seen, found, read, end = set(), set(), 0, os.times().elapsed + float(sys.argv[2])


def search(pid):
    with open(f'/proc/{pid}/mem', 'rb', buffering=0) as memory, open(f'/proc/{pid}/maps') as maps:
        for line in maps:
            if ' rw' in line and '[v' not in line:
                start, stop = (int(part, 16) for part in line.split()[0].split('-'))
                memory.seek(start)
                if word in memory.read(min(stop - start, 1 << 24)):
                    return True
    return False


while os.times().elapsed < end and not os.path.exists('stop'):
    for pid in map(int, filter(str.isdigit, os.listdir('/proc'))):
        if pid in own:
            continue
        try:
            with open(f'/proc/{pid}/cmdline') as handle:
                line = handle.read().replace('\0', ' ').strip()
            seen.add(line)
            if search(pid):
                found.add(line)
            read += 1
        except (OSError, ValueError):
            pass
print(json.dumps({'read': read, 'seen': sorted(seen), 'found': sorted(found)}))
