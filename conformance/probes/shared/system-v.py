# usage: make|find|remove KEY. A shared segment, a message queue and a semaphore stay after the process that made them.
import ctypes
import sys

libc = ctypes.CDLL(None, use_errno=True)
what, key = sys.argv[1], int(sys.argv[2])
CREATE, REMOVE = 0o1666, 0
flags = CREATE if what == 'make' else 0
segment, queue, semaphore = libc.shmget(key, 4096 if flags else 0, flags), libc.msgget(key, flags), libc.semget(key, 1 if flags else 0, flags)
if what == 'remove':
    libc.shmctl(segment, REMOVE, None)
    libc.msgctl(queue, REMOVE, None)
    libc.semctl(semaphore, 0, REMOVE)
found = [name for name, handle in (('shared memory', segment), ('a message queue', queue), ('a semaphore', semaphore)) if handle != -1]
print('found: ' + (', '.join(found) or 'nothing'))
