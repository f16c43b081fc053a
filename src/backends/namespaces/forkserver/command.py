"""Running one command in a fork: the child's way from the server into the fork's namespaces and on to the program."""
import errno
import os
import resource
import signal
import sys
import time

import kernel
import seccomp

# What root of a fork may do, and only to files and processes of its own user namespace.
ROOT_CAPABILITIES = (kernel.CAP_CHOWN, kernel.CAP_DAC_OVERRIDE, kernel.CAP_FOWNER, kernel.CAP_FSETID, kernel.CAP_KILL, kernel.CAP_SETGID, kernel.CAP_SETUID)
MIB = 1 << 20
SIGNALS = tuple(signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP})
# One byte is no core file and, unlike zero, no program of the host's that is given the core instead (core_pattern with a pipe).
NO_CORE = 1


def limit(request, has_group):
    """setrlimit for the command. With a control group memory is bounded for the fork as a whole, without one per process."""
    limits = request['limits']
    settings = [
        (resource.RLIMIT_CORE, NO_CORE), (resource.RLIMIT_NOFILE, limits['open_files']), (resource.RLIMIT_FSIZE, limits['file_mb'] * MIB),
        (resource.RLIMIT_NPROC, limits['processes']),
        (resource.RLIMIT_MEMLOCK, 64 * 1024), (resource.RLIMIT_MSGQUEUE, 819_200),
    ]
    if not has_group:
        # The data segment rather than the address space: runtimes such as V8 reserve much more than they use.
        settings.append((resource.RLIMIT_DATA, limits['memory_mb'] * MIB))
    for name, value in settings:
        hard = resource.getrlimit(name)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(name, (value, value))
    # The hard limit comes a second later, so that the soft one's signal tells what happened.
    seconds, hard = max(1, int(request['cpu'])), resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1) if hard == resource.RLIM_INFINITY else (min(seconds, hard), min(seconds + 1, hard)))


def join(namespaces, group_fds):
    """Enters a fork's namespaces but the process one, which a child is born into, and the user one, which comes last."""
    for fd in group_fds:
        os.write(fd, b'0')
    for name in ('ipc', 'uts', 'net', 'cgroup', 'mnt'):
        # Where a policy leaves a fork the network of the host, an ordinary user is in it already and may not enter it.
        if name != 'net' or os.fstat(namespaces[name]).st_ino != os.stat('/proc/self/ns/net').st_ino:
            kernel.setns(namespaces[name], 0)


def become(identity, namespaces, user, root_of_fork):
    """Takes the role's id inside the fork's user namespace, and with it loses every capability but a root's few."""
    kernel.setns(namespaces['user'], kernel.CLONE_NEWUSER)
    keep = ROOT_CAPABILITIES if user == 'root' else ()
    who = identity.role(user, root_of_fork)
    if identity.tier != 'one-uid':
        os.setgroups([])
        kernel.drop_capabilities(keep)
        os.setresgid(who, who, who)
        os.setresuid(who, who, who)
    else:
        # One mapped id: setgroups is denied, and entering the namespace gave this process its capabilities whatever its id.
        kernel.drop_capabilities(keep)
    kernel.set_capabilities(keep)
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)


def go_first():
    """Where memory is short, what runs in a fork goes before anything of the host."""
    with open('/proc/self/oom_score_adj', 'w') as handle:
        handle.write('500')


def enter(identity, namespaces, group_fds, request, status, stdio):
    """In the child: from the server's world to the command's, stopping short of starting it. Reports by `status`."""
    os.setsid()
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())
    join(namespaces, group_fds)
    limit(request, bool(group_fds))
    become(identity, namespaces, request['user'], request['rootOfFork'])
    place(stdio, status)
    os.umask(0o022)
    try:
        os.chdir(request['cwd'])
    except OSError as error:
        fail(f'can not enter {request["cwd"]}: {error.strerror}', 126)


def place(stdio, status):
    """Standard streams onto 0, 1 and 2, the status pipe onto 3 (closed by exec), and nothing else left open."""
    high = [os.dup(fd) if fd < 4 else fd for fd in (*stdio, status)]
    for target, fd in enumerate(high[:3]):
        os.dup2(fd, target, inheritable=True)
    os.dup2(high[3], 3, inheritable=False)
    kernel.close_from(4)


def fail(because, code):
    """What a shell would say: the command's own failure, not the infrastructure's."""
    os.write(2, f'{because}\n'.encode(errors='backslashreplace'))
    os.write(3, b'c')
    os._exit(code)


def run(identity, namespaces, group_fds, request, status, stdio, filter_blob):
    """The whole child. Never returns. A fault before the command's own start is written to the status pipe as `e…`."""
    where = status
    try:
        go_first()
        # Once in the fork's mounts, a module that were still to be imported would be the agent's.
        sys.meta_path.clear()
        # Up to exec this is a copy of the server, which a process of the same id in the fork could read.
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
        enter(identity, namespaces, group_fds, request, status, stdio)
        where = 3
        if request['filter']:
            seccomp.install(filter_blob)
        argv = [os.fsencode(word) for word in request['argv']]
        env = {os.fsencode(key): os.fsencode(value) for key, value in request['env'].items()}
        try:
            os.execvpe(argv[0], argv, env)
        except OSError as error:
            name = os.fsdecode(argv[0])
            fail(f'{name}: {error.strerror}', 127 if error.errno in (errno.ENOENT, errno.ENOTDIR) else 126)
    except BaseException as error:
        try:
            os.write(where, f'e{type(error).__name__}: {error}'.encode(errors='backslashreplace'))
        finally:
            os._exit(125)


def tree(pid):
    """Host pid and state of a process, and of everything whose chain of parents leads to it or that shares its session."""
    parents, sessions, states = {}, {}, {}
    for name in os.listdir('/proc'):
        if name.isdigit():
            try:
                with open(f'/proc/{name}/stat', 'rb') as handle:
                    fields = handle.read().rpartition(b')')[2].split()
            except OSError:
                continue
            states[int(name)], parents[int(name)], sessions[int(name)] = fields[0], int(fields[1]), int(fields[3])
    found = {pid}
    while True:
        more = {child for child, parent in parents.items() if child not in found and (parent in found or sessions[child] == pid)}
        if not more:
            return {each: states[each] for each in found if each in states}
        found |= more


def signal_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            pass


def kill_tree(pid):
    """Ends a process and all below it. All are stopped first: what stands still forks no more, and no orphan gets out of sight."""
    stopped, end = set(), time.monotonic() + 0.5
    while time.monotonic() < end:
        found = tree(pid)
        signal_all(found.keys() - stopped, signal.SIGSTOP)
        # One that is not standing yet may be in the middle of a fork, whose child is nowhere to be seen.
        if found.keys() <= stopped and all(state in b'TtZX' for state in found.values()):
            break
        if found.keys() <= stopped:
            time.sleep(0.001)
        stopped |= found.keys()
    signal_all(stopped | {pid}, signal.SIGKILL)
