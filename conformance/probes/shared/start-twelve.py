# Starts twelve that end at once when all are there; says how many there were.
import os
import signal

children = []
try:
    while len(children) < 12:
        child = os.fork()
        if child == 0:
            signal.pause()
        children.append(child)
except BlockingIOError:
    pass
for child in children:
    os.kill(child, signal.SIGKILL)
print(len(children))
