"""Attempts on privileges: rights, mounts, namespaces, and calls into the kernel that no task needs."""
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
