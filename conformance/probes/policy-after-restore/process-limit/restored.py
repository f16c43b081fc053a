# Children that only wait for a pipe to be closed, so that none outlives this program. No more than 72, three times the limit.
import os, sys
ours, theirs = os.pipe()
count = 0
try:
    while count < 72:
        if os.fork() == 0:
            os.close(theirs)
            os.read(ours, 1)
            os._exit(0)
        count += 1
except OSError as error:
    print(f'{count} children, then {error.strerror}')
else:
    print(f'{count} children, and no limit of 24 met')
os.close(theirs)
sys.exit(count >= 72)
