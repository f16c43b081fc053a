# usage: COUNT. Starts as many, which wait for each other and then end; says how many there were.
import os
import signal
import sys

children = []
try:
    while len(children) < int(sys.argv[1]):
        child = os.fork()
        if child == 0:
            signal.pause()
        children.append(child)
except BlockingIOError:
    pass
for child in children:
    os.kill(child, signal.SIGKILL)
print(len(children))
