# Binds one folder of its own over another, and takes that away again where it worked.
import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
MS_BIND, MNT_DETACH = 4096, 2
for name in ('one', 'other'):
    os.makedirs(name, exist_ok=True)
done = libc.mount(b'one', b'other', None, MS_BIND, None) == 0
how = os.strerror(ctypes.get_errno())
if done:
    libc.umount2(b'other', MNT_DETACH)
print('a folder could be bound over another' if done else f'binding a folder over another is refused: {how}')
sys.exit(1 if done else 0)
