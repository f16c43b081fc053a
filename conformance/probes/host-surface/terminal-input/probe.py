# Asks it of /dev/null, which is no terminal: ENOTTY says that the request reached the kernel. The kernel takes 32 bits of the
# request, so that a filter that compares all 64 lets the second form through.
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


TIOCSTI = 0x5412
null = os.open('/dev/null', os.O_RDONLY)
seen = {'plain': answer(16, 29, null, TIOCSTI, b'x'), 'with a high bit': answer(16, 29, null, TIOCSTI | 1 << 32, b'x')}
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
