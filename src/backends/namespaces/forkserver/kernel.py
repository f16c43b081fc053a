"""The system calls that Python's standard library lacks, through libc. Each raises OSError with the call's name."""
import ctypes
import os
import platform
import struct

libc = ctypes.CDLL(None, use_errno=True)
# Conversions by libffi, not by Python code: a process that was just forked pays for every page that it touches.
libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
libc.mount.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_ulong, ctypes.c_char_p]

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
MNT_DETACH = 2
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_PARENT = 0x10000000, 0x20000000, 0x40000000, 0x8000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
# Among the flags in /proc/<pid>/stat: the process is on its way out.
PF_EXITING = 0x4

X86 = platform.machine() == 'x86_64'
SYS_CLONE = 56 if X86 else 220
SYS_PIVOT_ROOT = 155 if X86 else 41
SYS_CAPSET = 126 if X86 else 91
# From 424 on the numbers are the same on every architecture.
SYS_OPEN_TREE, SYS_MOVE_MOUNT, SYS_OPENAT2, SYS_MOUNT_SETATTR = 428, 429, 437, 442
OPEN_TREE_CLONE, AT_EMPTY_PATH, AT_RECURSIVE, MOVE_MOUNT_F_EMPTY_PATH = 1, 0x1000, 0x8000, 4
MOUNT_ATTR_RDONLY, MOUNT_ATTR_IDMAP = 1, 0x00100000
RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS, RESOLVE_IN_ROOT = 2, 4, 16

CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID, CAP_KILL, CAP_SETGID, CAP_SETUID, CAP_SETPCAP = 0, 1, 3, 4, 5, 6, 7, 8
LAST_CAP = 40


def check(name, result):
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, f'{name}: {os.strerror(code)}')
    return result


def text(value):
    return None if value is None else os.fsencode(value)


def mount(source, target, kind, flags, options=None):
    check(f'mount {kind or "bind"} on {target}', libc.mount(text(source), text(target), text(kind), flags, text(options)))


def bind(source, target, flags=0):
    """A bind mount needs a second call for its flags: the first one ignores them."""
    mount(source, target, None, MS_BIND | MS_REC)
    if flags:
        mount(None, target, None, MS_BIND | MS_REMOUNT | flags)


def unmount(target):
    check(f'umount {target}', libc.umount2(text(target), MNT_DETACH))


def pivot_into(directory):
    """Makes `directory` the root and drops the old one, so that no path leads back (unlike chroot)."""
    os.chdir(directory)
    check('pivot_root', libc.syscall(SYS_PIVOT_ROOT, b'.', b'.'))
    unmount('.')
    os.chdir('/')


def unshare(flags):
    check('unshare', libc.unshare(flags))


def setns(fd, flags):
    if libc.setns(fd, flags) == -1:
        check('setns', -1)


NAMESPACE_FILES = ('ipc', 'uts', 'net', 'cgroup', 'pid', 'mnt', 'user')


def open_namespaces(pid):
    """Descriptors of a process's namespaces by file name. They must be opened before it makes itself undumpable."""
    return {name: os.open(f'/proc/{pid}/ns/{name}', os.O_RDONLY | os.O_CLOEXEC) for name in NAMESPACE_FILES}


def prctl(option, first, second=0):
    if libc.prctl(option, first, second, 0, 0) == -1:
        check(f'prctl {option}', -1)


def clone(flags):
    """fork() with namespace flags. Safe from CPython while the process has one thread; returns 0 in the child."""
    return check('clone', libc.syscall(SYS_CLONE, ctypes.c_ulong(flags | 17), None, None, None, None))


def drop_capabilities(keep=()):
    """Empties the bounding set but for `keep`. Without CAP_SETPCAP there is nothing to drop."""
    for capability in range(LAST_CAP + 1):
        if capability not in keep and libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == -1:
            return


def set_capabilities(keep=()):
    mask = sum(1 << capability for capability in keep)
    header = struct.pack('Ii', 0x20080522, 0)
    low, high = mask & 0xFFFFFFFF, mask >> 32
    data = struct.pack('6I', low, low, 0, high, high, 0)
    check('capset', libc.syscall(SYS_CAPSET, header, data))


def openat2(directory_fd, path, flags, mode=0, resolve=RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS):
    """open() that refuses a symbolic link in any component of the path."""
    how = struct.pack('QQQ', flags | os.O_CLOEXEC, mode, resolve)
    return check(f'open {os.fsdecode(path)}', libc.syscall(SYS_OPENAT2, directory_fd, text(path), how, len(how)))


def clone_mount(source, attributes=0, userns_fd=0):
    """A detached copy of the mounts at `source`, optionally read-only or with owners mapped by a user namespace."""
    fd = check('open_tree', libc.syscall(SYS_OPEN_TREE, -100, text(source), OPEN_TREE_CLONE | os.O_CLOEXEC | AT_RECURSIVE))
    if attributes:
        setting = struct.pack('QQQQ', attributes, 0, 0, userns_fd)
        try:
            check('mount_setattr', libc.syscall(SYS_MOUNT_SETATTR, fd, b'', AT_EMPTY_PATH, setting, len(setting)))
        except OSError:
            os.close(fd)
            raise
    return fd


def attach_mount(fd, target):
    check(f'move_mount to {target}', libc.syscall(SYS_MOVE_MOUNT, fd, b'', -100, text(target), MOVE_MOUNT_F_EMPTY_PATH))
    os.close(fd)


def close_from(first):
    os.closerange(first, 4096) if not hasattr(libc, 'close_range') else libc.close_range(ctypes.c_uint(first), ctypes.c_uint(0xFFFFFFFF), 0)


def loopback_up():
    """Brings `lo` of the current network namespace up (SIOCSIFFLAGS with IFF_UP)."""
    import fcntl
    import socket
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        fcntl.ioctl(handle, 0x8914, struct.pack('16sh14x', b'lo', 1))


IN_ACCESS, IN_OPEN, IN_DONT_FOLLOW = 0x1, 0x20, 0x02000000


def watch_opens(paths):
    """(inotify descriptor, watch number -> path) for opens and reads of the paths; what is missing is left out."""
    fd = check('inotify_init1', libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    watches = {}
    for path in paths:
        watch = libc.inotify_add_watch(fd, text(path), IN_OPEN | IN_ACCESS | IN_DONT_FOLLOW)
        if watch != -1:
            watches[watch] = path
    return fd, watches


def opened(fd, watches):
    """The watched paths of which an event is waiting, in order of path."""
    seen = set()
    while True:
        try:
            data = os.read(fd, 65536)
        except BlockingIOError:
            return sorted(seen)
        while data:
            watch, _, _, length = struct.unpack_from('iIII', data)
            data = data[16 + length:]
            if watch in watches:
                seen.add(watches[watch])


def children():
    """The pids of this process's children, dead ones that wait for it too."""
    own, found = os.getpid(), set()
    for name in os.listdir('/proc'):
        if name.isdigit():
            try:
                with open(f'/proc/{name}/stat', 'rb') as handle:
                    if int(handle.read().rpartition(b')')[2].split()[1]) == own:
                        found.add(int(name))
            except (FileNotFoundError, ProcessLookupError):
                pass
    return found


def command_line():
    """(address, length) of this process's command line in memory, from /proc/self/stat (fields 48 and 49)."""
    with open('/proc/self/stat') as handle:
        fields = handle.read().rpartition(')')[2].split()
    start, end = int(fields[45]), int(fields[46])
    return start, end - start


def environment():
    """(address, length) of what this process was started with as its environment (fields 50 and 51)."""
    with open('/proc/self/stat') as handle:
        fields = handle.read().rpartition(')')[2].split()
    start, end = int(fields[47]), int(fields[48])
    return start, end - start


def blank(place):
    """Fills such a place with zeros, as what a shorter text leaves."""
    ctypes.memset(place[0], 0, place[1])


def write_over(place, text):
    """Writes a text over a blank place, as much of it as there is room for."""
    ctypes.memmove(place[0], text, min(len(text), place[1]))


def rename_command_line(place, name):
    """Overwrites what `ps` shows of this process. The kernel reads it from our own memory, so no privilege is needed."""
    blank(place)
    write_over((place[0], place[1] - 1), name)
