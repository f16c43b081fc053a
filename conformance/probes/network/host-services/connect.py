# Lines of standard input are an address and a port.
import socket
import sys

reached = []
for line in sys.stdin:
    address, port = line.split()
    try:
        socket.create_connection((address, int(port)), 2).close()
        reached.append(address)
    except OSError:
        pass
print(', '.join(reached) or 'none')
