# Asks for a score below zero, which is where processes of the host start, for this short process alone.
import os
import sys

handle = os.open('/proc/self/oom_score_adj', os.O_RDWR)
now = os.read(handle, 20).decode().strip()
try:
    os.pwrite(handle, b'-1', 0)
    print(f'a score of -1 was taken, from {now}')
    sys.exit(1)
except OSError as error:
    print(f'a score of -1 is refused ({error.strerror}); it is {now}')
