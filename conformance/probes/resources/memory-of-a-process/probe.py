# A child takes 128 MiB in steps of 4 and touches all of it; the limit is 64. It may be refused more or be ended.
import os
import sys

reading, writing = os.pipe()
if os.fork() == 0:
    held = []
    try:
        for _ in range(32):
            held.append(b'x' * (4 << 20))
            os.write(writing, b'.')
    finally:
        os._exit(0)
os.close(writing)
taken = 0
while part := os.read(reading, 100):
    taken += 4 * len(part)
os.wait()
print(f'{taken} of 128 MiB could be taken under a limit of 64')
sys.exit(1 if taken >= 128 else 0)
