# connect() on a UDP socket looks for a route and sends nothing: ENETUNREACH says that there is none.
# The addresses of AWS and of GCP.
import errno
import socket
import sys

ADDRESSES = ('fd00:ec2::254', 'fd20:ce::254')
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
