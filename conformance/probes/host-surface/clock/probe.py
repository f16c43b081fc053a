# Reads the length of a tick (no field is set: mode 0) and sets that same length (ADJ_TICK, 0x4000), which changes nothing.
# Offsets are those of struct timex, whose tick stands at byte 88, on every 64-bit architecture.
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


timex = ctypes.create_string_buffer(208)
read = answer(159, 171, timex)
if read != 'done':
    seen = {'adjtimex, to read': read}
else:
    struct.pack_into('I', timex, 0, 0x4000)
    seen = {f'adjtimex, a tick of {struct.unpack_from("q", timex, 88)[0]} µs again': answer(159, 171, timex)}
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
