# Listens on the abstract name and on a port of the loopback until a file appears, for ten seconds at the most.
import os
import socket
import sys
import time

name = sys.argv[1]
tcp, abstract = socket.create_server(('127.0.0.1', 0)), socket.socket(socket.AF_UNIX)
abstract.bind(f'\0{name}')
abstract.listen()
for each in (tcp, abstract):
    with socket.socket(each.family) as client:
        client.connect(each.getsockname())
with open(f'{name}-new', 'w') as handle:
    handle.write(str(tcp.getsockname()[1]))
os.rename(f'{name}-new', f'{name}-port')
end = time.monotonic() + 10
while not os.path.exists(f'{name}-stop') and time.monotonic() < end:
    time.sleep(0.02)
