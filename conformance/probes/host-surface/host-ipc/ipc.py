# usage: make|find|remove KEY
import ctypes
import sys

libc = ctypes.CDLL(None, use_errno=True)
what, key = sys.argv[1], int(sys.argv[2])
CREATE, REMOVE = 0o1666, 0
flags = CREATE if what == 'make' else 0
segment, queue = libc.shmget(key, 4096 if flags else 0, flags), libc.msgget(key, flags)
if what == 'make' and -1 in (segment, queue):
    sys.exit('could not be made')
if what == 'remove':
    libc.shmctl(segment, REMOVE, None)
    libc.msgctl(queue, REMOVE, None)
found = [name for name, handle in (('shared memory', segment), ('a message queue', queue)) if handle != -1]
print('found: ' + (' and '.join(found) or 'nothing'))
