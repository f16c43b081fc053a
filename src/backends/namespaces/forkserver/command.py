"""Running one command in a fork: the child's way from the server's world into the fork's namespaces and on to the program.

The server works out beforehand all that can be, as an *order*: what a process does before it starts its program, it pays for with
a copy of each page that it touches.
"""
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
# One byte is no core file and, unlike zero, no program of the host's that is given the core instead (core_pattern with a pipe).
NO_CORE = 1
# The process namespace is not among them: a child is born into it.
JOINED = ('ipc', 'uts', 'net', 'cgroup', 'mnt')


def limits_of(request, has_group):
    """(resource, soft, hard) of each limit. With a control group memory is bounded for the fork as a whole, without one per process."""
    limits = request['limits']
    settings = [
        (resource.RLIMIT_CORE, NO_CORE), (resource.RLIMIT_NOFILE, limits['open_files']), (resource.RLIMIT_FSIZE, limits['file_mb'] * MIB),
        (resource.RLIMIT_NPROC, limits['processes']),
        (resource.RLIMIT_MEMLOCK, 64 * 1024), (resource.RLIMIT_MSGQUEUE, 819_200),
    ]
    if not has_group:
        # The data segment rather than the address space: runtimes such as V8 reserve much more than they use.
        settings.append((resource.RLIMIT_DATA, limits['memory_mb'] * MIB))
    # The hard limit comes a second later, so that the soft one's signal tells what happened.
    seconds = max(1, int(request['cpu']))
    found = []
    for name, soft, hard in [*((name, value, value) for name, value in settings), (resource.RLIMIT_CPU, seconds, seconds + 1)]:
        most = resource.getrlimit(name)[1]
        found.append((name, soft, hard) if most == resource.RLIM_INFINITY else (name, min(soft, most), min(hard, most)))
    return found


def programs(name, env):
    """The paths at which a program is looked for, in order."""
    return [name] if '/' in name else [f'{directory}/{name}' if directory else name for directory in env.get('PATH', os.defpath).split(':')]


def order(identity, request, fork):
    """(what a child is to do, descriptors that it needs beside its streams): plain values and numbers."""
    groups = fork.group.attach if fork.group else []
    joined = [fork.namespaces[name] for name in JOINED if name in fork.namespaces]
    return {
        'argv': request['argv'], 'env': request['env'], 'cwd': request['cwd'], 'programs': programs(request['argv'][0], request['env']),
        'limits': limits_of(request, bool(groups)), 'keep': ROOT_CAPABILITIES if request['user'] == 'root' else (),
        'who': None if identity.tier == 'one-uid' else identity.role(request['user'], request['rootOfFork']),
        'filter': request['filter'], 'joined': len(joined),
    }, [fork.namespaces['user'], *joined, *groups]


def become(who, keep):
    """Takes an id inside the user namespace, and with it loses every capability but a root's few."""
    if who is not None:
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
    handle = os.open('/proc/self/oom_score_adj', os.O_WRONLY)
    os.write(handle, b'500')
    os.close(handle)


def enter(order, fds):
    """In the child: from the server's world to the command's, stopping short of starting it.

    `fds`: standard streams, the status pipe by which it reports, and those that came with the order.
    """
    os.setsid()
    last = 5 + order['joined']
    for fd in fds[last:]:
        os.write(fd, b'0')
    for fd in fds[5:last]:
        kernel.setns(fd, 0)
    for name, soft, hard in order['limits']:
        resource.setrlimit(name, (soft, hard))
    kernel.setns(fds[4], kernel.CLONE_NEWUSER)
    become(order['who'], order['keep'])
    place(fds[:4])
    os.umask(0o022)
    try:
        os.chdir(order['cwd'])
    except OSError as error:
        fail(f'can not enter {order["cwd"]}: {error.strerror}', 126)


def place(fds):
    """Standard streams onto 0, 1 and 2, the status pipe onto 3 (closed by exec), and nothing else left open."""
    high = [os.dup(fd) if fd < 4 else fd for fd in fds]
    for target, fd in enumerate(high[:3]):
        os.dup2(fd, target, inheritable=True)
    os.dup2(high[3], 3, inheritable=False)
    kernel.close_from(4)


def fail(because, code):
    """What a shell would say: the command's own failure, not the infrastructure's."""
    os.write(2, f'{because}\n'.encode(errors='backslashreplace'))
    os.write(3, b'c')
    os._exit(code)


def run(order, fds, filter_):
    """The whole child. Never returns. A fault before the command's own start is written to the status pipe as `e…`."""
    where = fds[3]
    try:
        go_first()
        # Once in the fork's mounts, a module that were still to be imported would be the agent's.
        sys.meta_path.clear()
        # Up to exec this is a copy of its parent, which a process of the same id in the fork could read.
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
        enter(order, fds)
        where = 3
        if order['filter']:
            filter_.install()
        start(order['programs'], order['argv'], order['env'])
    except BaseException as error:
        try:
            os.write(where, f'e{type(error).__name__}: {error}'.encode(errors='backslashreplace'))
        finally:
            os._exit(125)


def start(programs, argv, env):
    """The first of the programs that is there, as execvp does it: one that may not be started counts where there is none."""
    because = None
    for program in programs:
        try:
            os.execve(program, argv, env)
        except OSError as error:
            if because is None or error.errno not in (errno.ENOENT, errno.ENOTDIR):
                because = error
    fail(f'{argv[0]}: {because.strerror}', 127 if because.errno in (errno.ENOENT, errno.ENOTDIR) else 126)


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
    # A stop is taken when its process next runs, which hundreds that fork without end put off for each other.
    stopped, end = set(), time.monotonic() + 5
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
