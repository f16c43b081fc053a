# Listens on the abstract name, and on a port of the loopback that it prints, in a process that stays behind for ten seconds.
import os
import signal
import socket
import sys

tcp, abstract = socket.create_server(('127.0.0.1', 0)), socket.socket(socket.AF_UNIX)
abstract.bind(f'\0{sys.argv[1]}')
abstract.listen()
print(tcp.getsockname()[1], flush=True)
if os.fork() == 0:
    os.setsid()
    null = os.open('/dev/null', os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    signal.alarm(10)
    signal.pause()
