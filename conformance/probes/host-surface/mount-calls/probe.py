# Each call is one that root too could not carry out (a source that isn't there, a folder that is no mount, flags that no
# kernel has), with the fault in an argument that the kernel looks at only after the right to mount.
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


os.makedirs('folder', exist_ok=True)
MISSING = b'/nowhere/at/all'
BIND, OPEN_TREE_CLONE = 4096, 1
seen = {
    'mount': answer(165, 40, MISSING, b'folder', None, BIND, None),
    'umount': answer(166, 39, b'folder', 0),
    'pivot_root': answer(155, 41, b'folder', b'folder'),
    'fsopen': answer(430, 430, b'tmpfs', 0xFF),
    'open_tree': answer(428, 428, -100, MISSING, OPEN_TREE_CLONE),
    'move_mount': answer(429, 429, -1, b'', -1, b'', 0xFF00),
}
os.rmdir('folder')
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
