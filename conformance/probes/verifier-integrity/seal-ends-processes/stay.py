# usage: NAME. Leaves three processes behind for ten seconds: a daemon with a session of its own, one that ignores every signal it
# can, one that is stopped.
import ctypes
import os
import signal
import sys
import time


def behind(stay):
    if os.fork() == 0:
        os.setsid()
        null = os.open('/dev/null', os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        child = os.fork()
        if child:
            # What is stopped takes no alarm, so its parent ends it.
            time.sleep(10)
            os.kill(child, signal.SIGKILL)
            os._exit(0)
        # PR_SET_NAME: by this name they are counted.
        ctypes.CDLL(None).prctl(15, sys.argv[1].encode(), 0, 0, 0)
        os.write(ready, b'x')
        stay()


def ignoring():
    for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(1)


waiting, ready = os.pipe()
for stay in (signal.pause, ignoring, lambda: os.kill(os.getpid(), signal.SIGSTOP)):
    behind(stay)
told = 0
while told < 3:
    told += len(os.read(waiting, 3))
