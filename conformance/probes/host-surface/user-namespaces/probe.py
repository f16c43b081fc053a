# Each try is made in a child, since what it does can't be undone.
# clone3 hides its flags in memory, where no filter can read them, so it must be refused as a whole.
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'


def answer(x86, arm, *arguments):
    result = libc.syscall(x86 if X86 else arm, *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments))
    return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]


NEWUSER, SIGCHLD = 0x10000000, 17


def in_child(attempt):
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, attempt().encode())
        os._exit(0)
    os.close(writing)
    return os.read(reading, 100).decode()


def cloned():
    pid = libc.syscall(*map(ctypes.c_long, (56 if X86 else 220, NEWUSER | SIGCHLD, 0, 0, 0, 0)))
    if pid == 0:
        os._exit(0)
    return 'done' if pid > 0 else errno.errorcode[ctypes.get_errno()]


seen = {
    'unshare': in_child(lambda: answer(272, 97, NEWUSER)),
    'clone': in_child(cloned),
    'clone3': in_child(lambda: answer(435, 435, None, 0)),
}
reached = {name: how for name, how in seen.items() if how not in ('EPERM', 'EACCES', 'ENOSYS')}
print(', '.join(f'{name}: {how}' for name, how in seen.items()))
sys.exit(1 if reached else 0)
