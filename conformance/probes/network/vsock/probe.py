# Only makes one: a connection would go to the machine below this one. No network namespace holds these sockets back, a filter does.
import errno
import socket
import sys

try:
    socket.socket(40, socket.SOCK_STREAM).close()
    print('one can be made')
    sys.exit(1)
except OSError as error:
    print(f'none can be made: {errno.errorcode[error.errno]}')
