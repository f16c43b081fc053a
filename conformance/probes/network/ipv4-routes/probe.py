# connect() on a UDP socket looks for a route and sends nothing: ENETUNREACH says that there is none.
# 192.0.2.1 is set aside for documentation; the last two are the multicast and the broadcast address.
import errno
import socket
import sys

ADDRESSES = ('192.0.2.1', '8.8.8.8', '10.0.0.1', '224.0.0.1', '255.255.255.255')
seen = {}
for address in ADDRESSES:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            handle.connect((address, 53))
        seen[address] = 'a route'
    except OSError as error:
        seen[address] = errno.errorcode[error.errno]
print(', '.join(f'{address}: {how}' for address, how in seen.items()))
sys.exit(1 if 'a route' in seen.values() else 0)
