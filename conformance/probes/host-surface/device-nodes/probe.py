# Makes a second /dev/null (character device 1, 3) in its own folder, and removes it again.
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


seen = {'mknod': answer(259, 33, -100, b'node', 0o020600, os.makedev(1, 3))}
if os.path.lexists('node'):
    os.unlink('node')
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
