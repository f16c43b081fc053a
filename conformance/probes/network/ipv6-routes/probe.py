# connect() on a UDP socket looks for a route and sends nothing: ENETUNREACH says that there is none.
# 2001:db8::1 is set aside for documentation, ff0e::1 a multicast address of all the world.
import errno
import socket
import sys

ADDRESSES = ('2001:db8::1', '2606:4700:4700::1111', 'fd00::1', 'ff0e::1')
seen = {}
for address in ADDRESSES:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as handle:
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            handle.connect((address, 53))
        seen[address] = 'a route'
    except OSError as error:
        seen[address] = errno.errorcode[error.errno]
print(', '.join(f'{address}: {how}' for address, how in seen.items()))
sys.exit(1 if 'a route' in seen.values() else 0)
