# With a magic number that no reboot has, and more segments and flags than any kernel has: nothing that could be carried out.
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
    'reboot': answer(169, 142, 0, 0, 0, None),
    'kexec_load': answer(246, 104, 0, 17, None, 0),
    'kexec_file_load': answer(320, 294, -1, -1, 0, None, 0xFF00),
}
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
