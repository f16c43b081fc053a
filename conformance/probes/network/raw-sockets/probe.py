# Makes one of each kind and closes it again; nothing is sent.
import errno
import socket
import sys

KINDS = {'raw IPv4': (socket.AF_INET, socket.SOCK_RAW, 1), 'raw IPv6': (socket.AF_INET6, socket.SOCK_RAW, 58), 'packet': (socket.AF_PACKET, socket.SOCK_RAW, 0)}
seen = {}
for name, kind in KINDS.items():
    try:
        socket.socket(*kind).close()
        seen[name] = 'made'
    except OSError as error:
        seen[name] = errno.errorcode[error.errno]
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if 'made' in seen.values() else 0)
