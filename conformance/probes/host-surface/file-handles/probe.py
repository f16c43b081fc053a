# Asks for the handle of its own folder and opens one that is none: open_by_handle_at got whole containers out to the host.
import ctypes
import errno
import os
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


handle = ctypes.create_string_buffer(struct.pack('Ii', 128, 0), 136)
seen = {
    'name_to_handle_at': answer(303, 264, -100, b'.', handle, ctypes.byref(ctypes.c_int()), 0),
    'open_by_handle_at': answer(304, 265, -100, None, 0),
}
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
