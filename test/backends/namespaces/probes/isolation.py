"""Tries what an agent has no business with, one named attempt after the other, and says for each whether it was done or refused.

Run in a fork as its agent, and outside of any fork as root to show that the attempts can succeed. Every attempt is harmless where
it succeeds: it opens without writing, sets what is set already, or calls with arguments that the kernel can only turn down.
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


# Files

@probe
def host_file():
    return read(ARGUMENTS['file'])


@probe
def host_folder():
    return os.listdir(os.path.dirname(ARGUMENTS['file']))


def writable(path):
    def attempt():
        os.close(os.open(path, os.O_TMPFILE | os.O_RDWR, 0o600))
        return 'could make a file'
    PROBES[f'write-in-{path}'] = attempt


for folder in ('/', '/etc', '/usr/bin', '/usr/lib', '/home', '/var', '/opt'):
    writable(folder)


@probe
def change_account_list():
    os.close(os.open('/etc/passwd', os.O_RDWR))
    return 'opened for writing'


def device(name):
    PROBES[f'device-{name}'] = lambda: os.close(os.open(f'/dev/{name}', os.O_RDONLY | os.O_NONBLOCK)) or 'opened'


for name in ARGUMENTS['devices']:
    device(name)


@probe
def other_device_names():
    others = set(os.listdir('/dev')) - {'null', 'zero', 'full', 'random', 'urandom', 'fd', 'stdin', 'stdout', 'stderr', 'shm'}
    return sorted(others)


@probe
def make_block_device():
    os.mknod('disk', stat.S_IFBLK | 0o600, os.makedev(8, 0))
    return 'made'


@probe
def make_memory_device():
    os.mknod('mem', stat.S_IFCHR | 0o600, os.makedev(1, 1))
    return 'made'


@probe
def host_paths_in_mountinfo():
    text = read('/proc/self/mountinfo', 1 << 20).decode()
    return [word for word in ARGUMENTS['words'] if word in text]


@probe
def system_tree():
    return os.listdir('/sys')


@probe
def control_group_files():
    return [line for line in read('/proc/self/mountinfo', 1 << 20).decode().splitlines() if ' - cgroup' in line]


# Processes

@probe
def other_processes():
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if ARGUMENTS['word'].encode() in read(f'/proc/{pid}/cmdline'):
                found.append(pid)
        except (FileNotFoundError, ProcessLookupError):
            pass  # ended since the list was made
    return found


@probe
def environment_of_another():
    return ARGUMENTS['secret'].encode() in read(f'/proc/{ARGUMENTS["pid"]}/environ', 1 << 16)


@probe
def signal_another():
    os.kill(ARGUMENTS['pid'], 0)
    return ARGUMENTS['word'].encode() in read(f'/proc/{ARGUMENTS["pid"]}/cmdline')


@probe
def root_of_another():
    return os.listdir(f'/proc/{ARGUMENTS["pid"]}/root') and os.path.exists(f'/proc/{ARGUMENTS["pid"]}/root{ARGUMENTS["file"]}')


def of_first(name, attempt):
    PROBES[f'first-process-{name}'] = attempt


# Pid 1 of a fork; outside, where pid 1 is none of our business, a process of the same user.
FIRST = f'/proc/{ARGUMENTS["first"]}'


def first_memory():
    first = read(f'{FIRST}/maps').split(b'-')[0]
    with open(f'{FIRST}/mem', 'rb', buffering=0) as handle:
        handle.seek(int(first, 16))
        return len(handle.read(16))


of_first('environment', lambda: 'read %d' % len(read(f'{FIRST}/environ')))
of_first('memory', first_memory)
of_first('descriptors', lambda: os.listdir(f'{FIRST}/fd') or 'listed')
of_first('maps', lambda: read(f'{FIRST}/maps'))
of_first('root', lambda: os.listdir(f'{FIRST}/root'))
of_first('program', lambda: os.readlink(f'{FIRST}/exe'))
of_first('folder', lambda: os.readlink(f'{FIRST}/cwd'))
of_first('paths', lambda: b'/' in read(f'{FIRST}/cmdline'))


@probe
def trace_first_process():
    call(101, 117, 0x4206, ARGUMENTS['first'], 0, 0)  # PTRACE_SEIZE
    return 'attached'


@probe
def trace_a_child():
    child = os.fork()
    if child == 0:
        time.sleep(5)
        os._exit(0)
    try:
        call(101, 117, 0x4206, child, 0, 0)  # PTRACE_SEIZE
        return 'attached'
    finally:
        os.kill(child, signal.SIGKILL)


@probe
def read_a_childs_memory():
    buffer = ctypes.create_string_buffer(8)
    local = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
    return call(310, 270, os.getpid(), ctypes.byref(local), 1, ctypes.byref(local), 1, 0)


@probe
def extra_descriptors():
    return [fd for fd in map(int, os.listdir('/proc/self/fd')) if fd > 2 and fd != ANSWER and os.path.exists(f'/proc/self/fd/{fd}')]


# Network and communication

def reach(name, family, address):
    def attempt():
        with socket.socket(family, socket.SOCK_STREAM) as handle:
            handle.settimeout(3)
            handle.connect(address)
        return 'connected'
    PROBES[name] = attempt


reach('tcp-to-the-host', socket.AF_INET, ('127.0.0.1', ARGUMENTS['port']))
reach('abstract-socket-of-the-host', socket.AF_UNIX, '\0' + ARGUMENTS['abstract'])
reach('socket-file-of-the-host', socket.AF_UNIX, ARGUMENTS['socket'])


@probe
def other_interfaces():
    return [line.split(':')[0].strip() for line in read('/proc/net/dev', 1 << 16).decode().splitlines()[2:] if line.split(':')[0].strip() != 'lo']


def family(name, number, kind=socket.SOCK_RAW, protocol=0):
    PROBES[f'socket-{name}'] = lambda: libc_socket(number, kind, protocol)


def libc_socket(number, kind, protocol):
    call(41, 198, number, int(kind), protocol)
    return 'made'


family('netlink', 16)
family('packet', 17)
family('raw', 2, socket.SOCK_RAW, 1)
family('vsock', 40, socket.SOCK_STREAM)
family('alg', 38, socket.SOCK_SEQPACKET)


@probe
def shared_memory_of_another():
    return call(29, 194, ARGUMENTS['shm'], 0, 0)


@probe
def message_queue_of_another():
    return call(240, 180, ARGUMENTS['queue'].encode(), os.O_RDONLY, 0, None) > 0


@probe
def shared_file_of_another():
    return read(f'/dev/shm/{ARGUMENTS["queue"]}')


# Privileges

def raise_hard_limit():
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard if hard == resource.RLIM_INFINITY else hard + 1))
    return 'raised'


def status(field):
    return next(line.split()[1] for line in read('/proc/self/status', 1 << 16).decode().splitlines() if line.startswith(field + ':'))


PROBES['has-capabilities'] = lambda: [field for field in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb') if int(status(field), 16)]
PROBES['may-gain-privileges'] = lambda: status('NoNewPrivs') == '0'
PROBES['has-no-filter'] = lambda: status('Seccomp') == '0'
PROBES['become-root'] = lambda: os.setuid(0) or (os.getuid() == 0 and 'is root')
PROBES['choose-groups'] = lambda: os.setgroups([0]) or 'set'
PROBES['mount'] = lambda: call(165, 40, b'none', b'/tmp', b'tmpfs', 0, None) or 'mounted'
PROBES['remount'] = lambda: call(165, 40, None, b'/', None, 32 | 4096, None) or 'remounted'
PROBES['unmount'] = lambda: call(166, 39, b'/proc', 2) or 'unmounted'
PROBES['chroot'] = lambda: os.chroot('/') or 'done'
PROBES['hostname'] = lambda: socket.sethostname('probe') or 'set'
PROBES['clock'] = lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()) or 'set'
PROBES['priority'] = lambda: os.setpriority(os.PRIO_PROCESS, 0, -1) or 'raised'
PROBES['real-time'] = lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) or 'raised'
PROBES['spare-from-memory-kill'] = lambda: os.write(os.open('/proc/self/oom_score_adj', os.O_WRONLY), b'-1') and 'spared'
PROBES['raise-a-limit'] = lambda: raise_hard_limit()
PROBES['write-kernel-setting'] = lambda: os.close(os.open('/proc/sys/kernel/domainname', os.O_WRONLY)) or 'opened'
PROBES['write-sysrq'] = lambda: os.write(os.open('/proc/sysrq-trigger', os.O_WRONLY), b'') == 0 and stat.S_ISREG(os.stat('/proc/sysrq-trigger').st_mode)
PROBES['kernel-symbols'] = lambda: read('/proc/kallsyms')
PROBES['kernel-keys'] = lambda: read('/proc/keys') or read('/proc/key-users')
PROBES['kernel-log'] = lambda: call(103, 116, 10, None, 0) or 'its size'


def new_namespace(name, flag):
    PROBES[f'unshare-{name}'] = lambda: libc_unshare(flag)
    PROBES[f'clone-{name}'] = lambda: libc_clone(flag)


def libc_unshare(flag):
    if libc.unshare(flag) == -1:
        raise OSError(ctypes.get_errno(), 'unshare')
    return 'unshared'


def libc_clone(flag):
    pid = call(56, 220, ctypes.c_ulong(flag | signal.SIGCHLD), None, None, None, None)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return 'cloned'


for name, flag in (('user', 0x10000000), ('mount', 0x20000), ('network', 0x40000000), ('pid', 0x20000000)):
    new_namespace(name, flag)

PROBES['join-a-namespace'] = lambda: call(308, 268, os.open('/proc/self/ns/uts', os.O_RDONLY), 0) or 'joined'
reached('clone3', 435, 435, None, 0)
reached('bpf', 321, 280, 99, None, 0)
reached('perf', 298, 241, None, 0, -1, -1, 0)
reached('io-uring', 425, 425, 0, None)
reached('userfaultfd', 323, 282, 0xFFFF)
reached('keyring-add', 248, 217, None, None, None, 0, 0)
reached('keyring-control', 250, 219, 9999, 0, 0, 0, 0)
reached('open-by-handle', 304, 265, -1, None, 0)
reached('new-mount-interface', 430, 430, None, 0)
reached('clone-a-mount', 428, 428, -100, None, 1)
reached('another-personality', 135, 92, 0x0040000)
reached('compare-kernel-objects', 312, 272, os.getpid(), os.getpid(), 99, 0, 0)
reached('take-a-descriptor', 438, 438, -1, 0, 0)
reached('load-a-module', 313, 273, -1, None, 0)
reached('load-a-kernel', 320, 294, -1, -1, 0, None, 0)
reached('terminal-input', 16, 29, 0, 0x5412, None)
reached('swap', 167, 224, None, 0)
reached('secret-memory', 447, 447, 0xFFFF)
reached('watch-all-files', 300, 262, 0xFFFF, 0)


# What becomes of a crash

@probe
def give_the_core_to_a_program_of_the_host():
    """A limit of one byte alone stops that; whoever could lower it to zero would have it."""
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError):
        pass
    return resource.getrlimit(resource.RLIMIT_CORE)[0] != 1


@probe
def core_dump():
    before = set(os.listdir('.'))
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)
        except (OSError, ValueError):
            pass
        os.abort()
    _, ended = os.waitpid(child, 0)
    return os.WCOREDUMP(ended) or set(os.listdir('.')) - before


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
