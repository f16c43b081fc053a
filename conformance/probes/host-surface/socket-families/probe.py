# Makes one of each and closes it again; nothing is sent.
import errno
import socket
import sys

KINDS = {'netlink': (16, socket.SOCK_RAW), 'packet': (17, socket.SOCK_RAW), 'AF_ALG': (38, socket.SOCK_SEQPACKET)}
seen = {}
for name, (family, kind) in KINDS.items():
    try:
        socket.socket(family, kind).close()
        seen[name] = 'made'
    except OSError as error:
        seen[name] = errno.errorcode[error.errno]
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if 'made' in seen.values() else 0)
