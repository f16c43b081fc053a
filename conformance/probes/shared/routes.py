# usage: 4|6 ADDRESS…. connect() on a UDP socket looks for a route and sends nothing: ENETUNREACH says that there is none.
import errno
import socket
import sys

family, seen = socket.AF_INET6 if sys.argv[1] == '6' else socket.AF_INET, {}
for address in sys.argv[2:]:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as handle:
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            handle.connect((address, 53))
        seen[address] = 'a route'
    except OSError as error:
        seen[address] = errno.errorcode[error.errno]
print(', '.join(f'{address}: {how}' for address, how in seen.items()))
sys.exit(1 if 'a route' in seen.values() else 0)
