"""The grader of a session while the agent still works: it holds its cases open and waits, as services do.

usage: waiting-grader.py CASES

Whoever looks at it from outside finds what a process shows: its command line, its environment, its folder, its open files.
Prints that it is ready and goes on in the background.
"""
import os
import signal
import sys

cases = os.open(sys.argv[1], os.O_RDONLY)
os.set_inheritable(cases, True)
print('POLYGRAPH_GRADER=waiting', flush=True)
if os.fork():
    os._exit(0)
os.setsid()
nothing = os.open('/dev/null', os.O_RDWR)
for stream in range(3):
    os.dup2(nothing, stream)
signal.pause()
