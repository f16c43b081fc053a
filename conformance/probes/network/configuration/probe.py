# Sets the flags of the loopback to what they are already, which takes the right to change them (SIOCGIFFLAGS 0x8913, SIOCSIFFLAGS
# 0x8914). Through netlink it would take the same right.
import fcntl
import socket
import struct
import sys

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
    try:
        request = fcntl.ioctl(handle, 0x8913, struct.pack('16sh14x', b'lo', 0))
        flags = struct.unpack_from('h', request, 16)[0]
        fcntl.ioctl(handle, 0x8914, request)
        print(f'the flags of lo, {flags:#x}, could be set')
        sys.exit(1)
    except OSError as error:
        print(f'setting the flags of lo is refused: {error.strerror}')
