# usage: NAME PORT. Says which it reaches: a port of the loopback, an abstract socket.
import socket
import sys

reached = []
for name, family, address in (('TCP', socket.AF_INET, ('127.0.0.1', int(sys.argv[2]))), ('abstract', socket.AF_UNIX, f'\0{sys.argv[1]}')):
    try:
        with socket.socket(family) as handle:
            handle.connect(address)
        reached.append(name)
    except OSError:
        pass
print(' and '.join(reached) or 'neither')
