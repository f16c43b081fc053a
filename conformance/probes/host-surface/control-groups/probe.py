# Asks for the right to write where groups are mounted and where they usually lie: release_agent and notify_on_release got
# programs started on the host.
import itertools
import os
import sys

with open('/proc/self/mountinfo') as handle:
    places = {line.split()[4] for line in handle if ' - cgroup' in line} | {'/sys/fs/cgroup'}
paths = (f'{folder}/{name}' for place in sorted(places) for folder, folders, names in os.walk(place) for name in ['', *names])
seen = [path for path in itertools.islice(paths, 5000)]
writable = [path for path in seen if os.access(path, os.W_OK)]
print(f'{len(seen)} files and folders, ' + (f'to be written: {", ".join(writable[:5])}' if writable else 'none can be written'))
sys.exit(1 if writable else 0)
