# Asks for each kind by itself and together with a user namespace, which would give the right to it. Each in a child, as it can't be undone.
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


KINDS = {'mount': 0x20000, 'control group': 0x2000000, 'host name': 0x4000000, 'IPC': 0x8000000, 'process': 0x20000000, 'network': 0x40000000, 'time': 0x80}
NEWUSER = 0x10000000
seen = {}
for name, flag in KINDS.items():
    for more in (0, NEWUSER):
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.write(writing, answer(272, 97, flag | more).encode())
            os._exit(0)
        os.close(writing)
        seen[f'{name} and user' if more else name] = os.read(reading, 100).decode()
        os.wait()
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
