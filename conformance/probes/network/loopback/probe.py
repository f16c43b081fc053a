# A word goes over TCP and over UDP from one socket of this process to another, by IPv4 and, where the kernel has it, by IPv6.
import errno
import os
import socket
import sys

seen, wrong = [], []
for family, address in ((socket.AF_INET, '127.0.0.1'), (socket.AF_INET6, '::1')):
    for kind, name in ((socket.SOCK_STREAM, 'TCP'), (socket.SOCK_DGRAM, 'UDP')):
        try:
            with socket.socket(family, kind) as server, socket.socket(family, kind) as client:
                server.settimeout(2)
                server.bind((address, 0))
                if kind == socket.SOCK_STREAM:
                    server.listen()
                client.connect(server.getsockname())
                client.send(b'word')
                receiver = server.accept()[0] if kind == socket.SOCK_STREAM else server
                (seen if receiver.recv(4) == b'word' else wrong).append(f'{name} on {address}')
        except OSError as error:
            if family == socket.AF_INET6 and error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                continue
            wrong.append(f'{name} on {address}: {errno.errorcode.get(error.errno, error)}')
print(f'works: {", ".join(seen) or "nothing"}' + (f'; does not: {", ".join(wrong)}' if wrong else ''))
sys.exit(1 if wrong else 0)
