import ctypes
import os
import signal
import time

# PR_SET_NAME: by this name they are counted.
ctypes.CDLL(None).prctl(15, b'bomb', 0, 0, 0)
reading, writing = os.pipe()
os.write(writing, b'x' * 96)
os.set_blocking(reading, False)
started = os.open('started', os.O_CREAT | os.O_WRONLY | os.O_APPEND)
while True:
    try:
        os.read(reading, 1)
    except BlockingIOError:
        signal.pause()
    try:
        if os.fork() == 0:
            os.write(started, b'x')
    except BlockingIOError:
        os.write(writing, b'x')
        time.sleep(0.05)
