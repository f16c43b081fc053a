"""Stands on the host with all that a fork must not reach: a secret, sockets, shared memory, a message queue, a file. Says where."""
import ctypes
import errno
import json
import os
import socket
import sys

folder = sys.argv[1]
name = f'polygraph-canary-{os.getpid()}'
libc = ctypes.CDLL(None, use_errno=True)


def checked(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), errno.errorcode[ctypes.get_errno()])
    return result


tcp, abstract, path = (socket.socket(family) for family in (socket.AF_INET, socket.AF_UNIX, socket.AF_UNIX))
tcp.bind(('127.0.0.1', 0))
abstract.bind('\0' + name)
path.bind(f'{folder}/socket')
for each in (tcp, abstract, path):
    each.listen(64)
os.chmod(f'{folder}/socket', 0o777)
key = 0x70000000 | os.getpid()
segment = checked(libc.shmget(key, 4096, 0o1666))
queue = checked(libc.mq_open(b'/' + name.encode(), os.O_CREAT | os.O_RDWR, 0o666, None))
with open(f'/dev/shm/{name}', 'w') as handle:
    handle.write('canary')
with open(f'{folder}/file', 'w') as handle:
    handle.write('canary')
try:
    print(json.dumps({
        'pid': os.getpid(), 'word': sys.argv[2], 'port': tcp.getsockname()[1], 'abstract': name, 'socket': f'{folder}/socket',
        'shm': key, 'queue': name, 'file': f'{folder}/file',
    }), flush=True)
    sys.stdin.read()
finally:
    libc.shmctl(segment, 0, None)
    libc.mq_unlink(b'/' + name.encode())
    os.unlink(f'/dev/shm/{name}')
