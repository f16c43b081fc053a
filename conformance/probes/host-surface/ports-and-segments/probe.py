# Asks for what it has already: privilege level 0, no ports, the table of segments to read. On x86 alone.
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


if not X86:
    print('this processor has neither')
    sys.exit(77)
seen = {'iopl': answer(172, 0, 0), 'ioperm': answer(173, 0, 0, 0, 0), 'modify_ldt': answer(154, 0, 0, None, 0)}
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
