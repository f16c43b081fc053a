# Reads eight bytes of its own memory by the calls for another's, which needs no privilege, and compares a kernel object of its own with itself.
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


buffer = ctypes.create_string_buffer(8)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
seen = {
    'process_vm_readv': answer(310, 270, os.getpid(), ctypes.byref(vector), 1, ctypes.byref(vector), 1, 0),
    'kcmp': answer(312, 272, os.getpid(), os.getpid(), 0, 0, 0),
    'pidfd_getfd': answer(438, 438, -1, 0, 0),
}
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
