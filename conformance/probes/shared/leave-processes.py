# Leaves as many processes behind as it can, 48 at the most, each for ten seconds; says how many.
import os
import signal

count = 0
try:
    while count < 48:
        if os.fork() == 0:
            os.setsid()
            null = os.open('/dev/null', os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(null, number)
            signal.alarm(10)
            signal.pause()
        count += 1
except BlockingIOError:
    pass
print(count)
