# Each call has arguments that can't be carried out: no type of key, and an operation that no kernel has.
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


seen = {
    'add_key': answer(248, 217, None, None, None, 0, 0),
    'request_key': answer(249, 218, None, None, None, 0),
    'keyctl': answer(250, 219, 9999, 0, 0, 0, 0),
}
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
