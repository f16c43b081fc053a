"""Tries what an agent has no business with, one named attempt after the other, and says for each whether it was done or refused.

The attempts stand in the files beside this one, which are put in at the mark below. They are run in a fork, and outside of any fork
as root to show that they can succeed. Every attempt is harmless where it succeeds: it opens without writing, sets what is set
already, or calls with arguments that the kernel can only turn down.
"""
import ctypes
import errno
import json
import os
import resource
import signal
import socket
import stat
import sys
import time

ARGUMENTS = json.loads(sys.argv[1])
X86 = os.uname().machine == 'x86_64'
libc = ctypes.CDLL(None, use_errno=True)
PROBES = {}


def probe(function):
    PROBES[function.__name__.replace('_', '-')] = function
    return function


def call(x86, arm, *arguments):
    """A system call; refused with the error's name."""
    words = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    result = libc.syscall(x86 if X86 else arm, *words)
    if result == -1:
        raise OSError(ctypes.get_errno(), errno.errorcode.get(ctypes.get_errno(), '?'))
    return result


def reached(name, x86, arm, *arguments):
    """A system call that no one can make with these arguments: done when the kernel found fault with them, not with us."""
    def attempt():
        try:
            call(x86, arm, *arguments)
        except OSError as error:
            if error.errno in (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EAFNOSUPPORT):
                raise
        return 'reached'
    PROBES[name] = attempt


def read(path, size=4096):
    with open(path, 'rb', buffering=0) as handle:
        return handle.read(size)


# ATTEMPTS


def attempt(name):
    """Each in a process of its own, since some can't be undone."""
    global ANSWER
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        ANSWER = writing
        os.close(reading)
        if ARGUMENTS['bare']:
            libc.unshare(0x20000 | 0x4000000)  # mounts and host name, so that the host keeps its own
        signal.alarm(10)
        try:
            value = PROBES[name]()
            text = f'done: {value!r}'[:200] if value else 'refused: nothing there'
        except BaseException as error:
            text = f'refused: {error!r}'[:200]
        os.write(writing, text.encode())
        os._exit(0)
    os.close(writing)
    text = b''
    while part := os.read(reading, 4096):
        text += part
    os.close(reading)
    _, ended = os.waitpid(pid, 0)
    return text.decode() or f'refused: ended by {ended}'


print(json.dumps({name: attempt(name) for name in PROBES}))
