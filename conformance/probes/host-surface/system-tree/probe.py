# Asks for the right to write (access(2)) and opens nothing: to open some files there has effects. At most 20,000 names.
import itertools
import os
import sys

names = (f'{folder}/{name}' for folder, _, names in os.walk('/sys') for name in names)
seen = list(itertools.islice(names, 20_000))
writable = list(itertools.islice((path for path in seen if os.access(path, os.W_OK)), 5))
print(f'{len(seen)} files, ' + (f'to be written: {", ".join(writable)}' if writable else 'none can be written'))
sys.exit(1 if writable else 0)
