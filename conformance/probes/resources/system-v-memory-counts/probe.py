# A child fills a segment of 64 MiB; the limit is 32. It is marked to go with its last user before a byte is written (IPC_RMID, 0).
import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
child = os.fork()
if child == 0:
    segment = libc.shmget(0, ctypes.c_size_t(64 << 20), 0o1600)
    address = libc.shmat(segment, None, 0)
    libc.shmctl(segment, 0, None)
    ctypes.memset(address, 1, 64 << 20)
    os._exit(0)
_, status = os.waitpid(child, 0)
filled = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
print(f'a segment of 64 MiB {"could be filled" if filled else f"ended its writer by signal {os.WTERMSIG(status)}"} under a limit of 32')
sys.exit(1 if filled else 0)
