import socket
import sys

seen = []
try:
    with socket.socket(socket.AF_UNIX) as handle:
        handle.connect(f'\0{sys.argv[1]}')
    seen.append('reached')
except OSError:
    pass
with open('/proc/net/unix') as handle:
    if f'@{sys.argv[1]}' in handle.read():
        seen.append('listed')
print(' and '.join(seen) or 'neither reached nor listed')
